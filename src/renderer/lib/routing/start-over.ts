/** The host begins again with another archive; so does the window. */
export function startOver(): void {
  location.hash = ''
  location.reload()
}
