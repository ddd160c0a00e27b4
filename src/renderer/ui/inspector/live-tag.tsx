import { cx } from '../../lib/class-names.ts'
import { useWords } from '../../lib/words.ts'

/** Whether a log moves by itself. */
export function LiveTag({ paused }: { readonly paused: boolean }) {
  const t = useWords()
  return (
    <span className={cx('tag', paused ? 'tag-warn' : 'tag-ok')}>
      {!paused && <span className="dot dot-live pulse" aria-hidden="true" />}
      {t(paused ? 'inspector.paused' : 'inspector.live')}
    </span>
  )
}
