import { setPriority } from 'node:os'
import { migrations } from './store/migrations/migrations.ts'
import { integrityProblems } from './store/recovery/integrity-problems.ts'
import { salvageStore } from './store/recovery/salvage-store.ts'

// Entry of the process that checks or salvages a store: it can be killed, which a worker in a statement can't.
// check <path> | salvage <damaged copy> <new file> <epoch ms>; the answer is JSON on stdout.
const [command, path = '', target = '', now = ''] = process.argv.slice(2)
try {
  setPriority(10)
} catch {
  // Not allowed everywhere; it is only politeness.
}
if (command === 'check') process.stdout.write(JSON.stringify(integrityProblems(path)))
else if (command === 'salvage')
  process.stdout.write(JSON.stringify(salvageStore(path, target, migrations, Number(now))))
else process.exitCode = 2
