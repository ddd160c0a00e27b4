/** Says something to screen readers. With another `serial` the same words are said again: a text alone would not be. */
export const Announcement = ({ text, serial }: { readonly text: string; readonly serial: number }) => (
  <div className="vh" role="status">
    <span key={serial}>{text}</span>
  </div>
)
