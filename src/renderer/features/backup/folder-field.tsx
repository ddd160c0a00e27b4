import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'

export interface FolderFieldProps {
  readonly value: string
  readonly onChange: (folder: string) => void
  readonly help?: string
  readonly error: string | undefined
}

/** The path of a folder on the host's computer, typed or chosen in the system's dialog. */
export function FolderField({ value, onChange, help, error }: FolderFieldProps) {
  const t = useTranslations()
  const hasDialog = useContractQuery('app.info', {}).data?.features.saveDialog === true
  const [choose, { pending }] = useContractCommand('host.chooseFolder')
  return (
    <>
      <TextField
        label={t('backup.folder')}
        mono
        value={value}
        help={help}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      {hasDialog && (
        <div>
          <Button
            size="compact"
            icon="folder"
            busy={pending}
            onClick={() =>
              void choose({}).then((result) => {
                if (result.ok && result.value.path !== null) onChange(result.value.path)
              })
            }
          >
            {t('ui.choose')}
          </Button>
        </div>
      )}
    </>
  )
}
