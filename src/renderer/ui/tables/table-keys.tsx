import { Kbd } from '../controls/kbd.tsx'

export interface TableKeysProps {
  /** What each key does; keys that do the same are separated by a space. */
  readonly keys: Readonly<Record<string, string | false | undefined>>
}

/** The keys of a table, at the end of its foot. */
export const TableKeys = ({ keys }: TableKeysProps) => (
  <span className="kbds">
    {Object.entries(keys).map(
      ([key, does]) =>
        does && (
          <span key={key}>
            {key.split(' ').map((one) => (
              <Kbd key={one} keys={one} />
            ))}
            {does}
          </span>
        ),
    )}
  </span>
)
