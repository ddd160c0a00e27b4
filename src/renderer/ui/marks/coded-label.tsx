import './marks.css'

export interface CodedLabelProps {
  /** Null when there are no words for the code: it is then shown alone. */
  readonly label: string | null
  /** The service's own name; '' when it gave none. */
  readonly code: string
}

/**
 * Words first and the service's code second. Where there is no room for both, the code goes whole, since half of one
 * says nothing; the title always has both.
 */
export const CodedLabel = ({ label, code }: CodedLabelProps) => (
  <span className="coded" title={[label ?? '', code].filter((part) => part !== '').join(' · ')}>
    {label !== null && <span className="ell">{label}</span>}{' '}
    {code !== '' && <bdi className={label === null ? 'mono ell' : 'mono dim'}>{code}</bdi>}
  </span>
)
