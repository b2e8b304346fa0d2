@echo off
rem Runs the keyed-event labs' tests on this Windows. README.txt says what it does.
setlocal
set kev_folder=64
if /i "%PROCESSOR_ARCHITECTURE%"=="x86" if not defined PROCESSOR_ARCHITEW6432 set kev_folder=32
if not exist "%~dp0%kev_folder%\check.exe" set kev_folder=32
if exist "%~dp0arm64\check.exe" set kev_folder=arm64
"%~dp0%kev_folder%\check.exe" %*
set kev_status=%errorlevel%
echo.
type "%~dp0report\report.txt"
if "%1"=="" pause
exit /b %kev_status%
