#error "a submission brought a reference of its own"
