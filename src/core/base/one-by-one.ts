export interface OneByOne {
  run<Value>(name: string, work: () => Promise<Value>): Promise<Value>
  isRunning(name: string): boolean
}

/** Starts work of a name when all work of the same name before it has ended, whatever its result. */
export function createOneByOne(): OneByOne {
  const latest = new Map<string, Promise<unknown>>()
  return {
    async run(name, work) {
      const done = (latest.get(name) ?? Promise.resolve()).then(work, work)
      latest.set(name, done)
      try {
        return await done
      } finally {
        if (latest.get(name) === done) latest.delete(name)
      }
    },
    isRunning: (name) => latest.has(name),
  }
}
