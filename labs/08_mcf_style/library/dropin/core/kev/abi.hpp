/// @file
/// No marker of a version: a compiler's own library stands alone, and a program sees none of its C++ names.
#pragma once
