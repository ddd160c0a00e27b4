; What the program registered for this person by itself: the start at login, its links, and the class that notifications
; start. The old uninstaller runs at every update too, and then all of it stays.
!macro customUnInstall
  ${IfNot} ${isUpdated}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "app.switchboard.desktop"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "app.switchboard.desktop"
    DeleteRegKey HKCU "Software\Classes\switchboard"
    DeleteRegKey HKCU "Software\Classes\CLSID\{2A493753-3900-4833-9A59-2B0DBF3D8BD1}"
  ${EndIf}
!macroend
