/** A desktop entry (freedesktop specification 1.5) of this program; arguments are quoted as its Exec key wants. */
export function desktopEntry(command: readonly string[], more: readonly string[] = []): string {
  // The value is unescaped twice: once as a string of the file, once as a quoted argument.
  const quote = (part: string): string =>
    fieldCodes.has(part)
      ? part
      : `"${part
          .replaceAll('\\', '\\\\\\\\')
          .replace(/(["`$])/g, '\\\\$1')
          .replaceAll('%', '%%')}"`
  const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Switchboard', `Exec=${command.map(quote).join(' ')}`]
  return [...lines, 'Terminal=false', ...more, ''].join('\n')
}

/** Codes for the links that the desktop passes. */
const fieldCodes: ReadonlySet<string> = new Set(['%U'])
