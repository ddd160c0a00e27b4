import '../tables/table.css'

export interface CellCheckboxProps {
  /** Accessible name: the column has no room for words. */
  readonly label: string
  /** `mixed` when it stands for several rows that differ. */
  readonly checked: boolean | 'mixed'
  readonly onChange: (checked: boolean) => void
}

/** A checkbox that fills its cell of a table: a press anywhere in the cell toggles it and does nothing to the row. */
export function CellCheckbox({ label, checked, onChange }: CellCheckboxProps) {
  return (
    <label
      className="cell-check"
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <input
        type="checkbox"
        aria-label={label}
        ref={(input) => {
          if (input) input.indeterminate = checked === 'mixed'
        }}
        checked={checked === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
