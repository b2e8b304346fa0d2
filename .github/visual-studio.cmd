@rem Enters Visual Studio's command prompt for an architecture: call .github\visual-studio.cmd amd64
@for /f "usebackq delims=" %%i in (`"%ProgramFiles(x86)%\Microsoft Visual Studio\Installer\vswhere.exe" -latest -property installationPath`) do @call "%%i\VC\Auxiliary\Build\vcvarsall.bat" %1
