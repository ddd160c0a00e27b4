import type { CallContext } from '../../contract/index.ts'
import { createCore } from '../create-core.ts'
import { createRestartableCore } from '../restartable-core.ts'
import { createMemoryVault } from '../vault/memory-vault.ts'
import { plainHost } from './plain-host.ts'
import { watchedEntries } from './watched-entries.ts'

// Run by a test until it is killed. make <data directory> <folder> <public key>: writes a hundred preferences a second
// and makes one backup after another. restore <data directory> <folder> <private key>: restores the newest backup.
const [what = '', dataDir = '', folder = '', secret = ''] = process.argv.slice(2)
const context: CallContext = { signal: new AbortController().signal }
const { handlers } = createRestartableCore((life) =>
  createCore({ dataDir, vault: createMemoryVault(), entries: watchedEntries(), host: plainHost, ...life }),
)

if (what === 'make') {
  await handlers['backup.set']({ folder, secret, every: 'never', generations: 3, withTokens: false }, context)
  process.stdout.write('begins\n')
  const write = async () => {
    for (let n = 0; ; n += 1) {
      await handlers['app.setPreference']({ name: `n${n}`, value: 'x'.repeat(2000) }, context)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  void write()
  for (;;) await handlers['backup.make']({}, context)
}

const [newest] = await handlers['backup.find']({ folder }, context)
process.stdout.write('begins\n')
await handlers['backup.restore']({ folder, id: newest?.id ?? '', secret, receives: true }, context)
process.stdout.write('restored\n')
// Until it is killed.
setInterval(() => undefined, 60_000)
