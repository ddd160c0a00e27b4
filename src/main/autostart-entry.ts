/** A desktop entry (freedesktop specification 1.5) that starts a command; arguments are quoted as its Exec key wants. */
export function autostartEntry(command: readonly string[]): string {
  // The value is unescaped twice: once as a string of the file, once as a quoted argument.
  const quote = (part: string): string =>
    `"${part
      .replaceAll('\\', '\\\\\\\\')
      .replace(/(["`$])/g, '\\\\$1')
      .replaceAll('%', '%%')}"`
  const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Switchboard', `Exec=${command.map(quote).join(' ')}`]
  return [...lines, 'Terminal=false', ''].join('\n')
}
