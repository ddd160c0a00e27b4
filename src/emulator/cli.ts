import { parseArgs } from 'node:util'
import { describeInstance } from './control/actions.ts'
import { createEmulator } from './create-emulator.ts'
import { scenarioNames, scenarios, type ScenarioName } from './scenarios/scenarios.ts'

const help = `The service, emulated.

Usage: npm run emulator -- [options]

  --port N          port on 127.0.0.1; 0 takes any free one (default 0)
  --scenario NAME   ${scenarioNames.join(', ')} (default quiet)
  --instances N     how many instances, 1 to 500 (default: the scenario's own number)
  --seed N          the same seed gives the same world and the same faults (default 1)
  --round-trip MS   the way to it and back takes so long, 0 to 5,000 (default 0)
  --at-once         begin a pipelined request before the one in front is answered, as where Node itself listens
  --no-limits       answer however fast it is asked; by default above a second's limit with 429
  --help            this text

Prints one JSON line {"url", "instances": [{idInstance, token, name, family, baseUrl, wid}]} when it is ready
and runs until it is ended. The world is scripted over POST <url>/control/<action>: see docs/emulator.md.
`

const badInput = (message: string): never => {
  process.stderr.write(`${message}\nTry --help.\n`)
  process.exit(2)
}

const readOptions = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '0' },
        scenario: { type: 'string', default: 'quiet' },
        instances: { type: 'string' },
        seed: { type: 'string', default: '1' },
        'round-trip': { type: 'string', default: '0' },
        'at-once': { type: 'boolean', default: false },
        'no-limits': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    return badInput(error instanceof Error ? error.message : String(error))
  }
}

const integer = (name: string, raw: string, low: number, high: number): number => {
  const value = Number(raw)
  return /^\d+$/.test(raw) && value >= low && value <= high
    ? value
    : badInput(`--${name} is a whole number from ${low} to ${high}, not "${raw}".`)
}

const isScenario = (name: string): name is ScenarioName => scenarioNames.some((known) => known === name)

const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2))
  if (options.help) {
    process.stdout.write(help)
    return
  }
  const { scenario } = options
  if (!isScenario(scenario)) return badInput(`There is no scenario "${scenario}": choose ${scenarioNames.join(', ')}.`)
  const port = integer('port', options.port, 0, 65_535)
  const seed = integer('seed', options.seed, 0, 4_294_967_295)
  const count = options.instances === undefined ? undefined : integer('instances', options.instances, 1, 500)
  const emulator = createEmulator({
    seed,
    port,
    limits: options['no-limits'] ? 'off' : 'field',
    wire: {
      roundTripMs: integer('round-trip', options['round-trip'], 0, 5_000),
      pipelining: options['at-once'] ? 'atOnce' : 'inOrder',
    },
  })
  const url = await emulator.start().catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return badInput(
      code === 'EADDRINUSE' ? `Port ${port} is in use.` : `Port ${port} can't be opened: ${String(code ?? error)}.`,
    )
  })
  scenarios[scenario](emulator, count)
  const instances = emulator.world.instances().map((instance) => describeInstance(emulator, instance))
  process.stdout.write(`${JSON.stringify({ url, instances })}\n`)
  // Ctrl+C signals all programs of the terminal, and the parent process forwards the signal once more.
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    void emulator.stop().then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
}

await main()
