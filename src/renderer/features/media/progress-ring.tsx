/** How much of a file is here; turns while its size is not known. */
export function ProgressRing({ received, total }: { readonly received: number; readonly total: number | null }) {
  const share = total === null || total <= 0 ? 25 : Math.min(100, (received / total) * 100)
  return (
    <svg className={total === null ? 'arc spin' : 'arc'} viewBox="0 0 42 42" aria-hidden="true">
      <circle cx="21" cy="21" r="19" pathLength="100" strokeDasharray={`${share} 100`} />
    </svg>
  )
}
