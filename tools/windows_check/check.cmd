@echo off
rem Runs the keyed-event labs' tests on this Windows. README.txt says what it does.
setlocal
set kev_folder=64
if /i "%PROCESSOR_ARCHITECTURE%"=="x86" if not defined PROCESSOR_ARCHITEW6432 set kev_folder=32
if not exist "%~dp0%kev_folder%\check.exe" set kev_folder=32
if exist "%~dp0arm64\check.exe" set kev_folder=arm64
if not exist "%~dp0%kev_folder%\check.exe" goto nothing
echo This takes about five minutes. The computer may be slow meanwhile. Close the window to stop it.
echo.
"%~dp0%kev_folder%\check.exe" %*
set kev_status=%errorlevel%
if not exist "%~dp0report\report.txt" goto end
echo.
type "%~dp0report\report.txt"
echo.
echo What to send: "%~dp0report\report.json"
echo Where:        @FORM@
if "%~1"=="" start "" explorer /select,"%~dp0report\report.json"
:end
if "%~1"=="" pause
exit /b %kev_status%

:nothing
echo check.exe is not beside this file. If you have opened the zip file, please unpack it first: right-click it, "Extract All".
echo If you have unpacked it, an antivirus program may have taken check.exe away.
set kev_status=2
goto end
