import type { ActionInput, ActionName, ActionResult } from './control/actions.ts'

/** Drives an emulator in another process, over its control endpoint. */
export interface ControlClient {
  /** Runs an action of `control/actions.ts`. Rejects with the emulator's message when it refuses. */
  do<Name extends ActionName>(
    name: Name,
    ...input: object extends ActionInput<Name> ? [ActionInput<Name>?] : [ActionInput<Name>]
  ): Promise<ActionResult<Name>>
}

/** A client for the emulator at this origin, such as `http://127.0.0.1:7103`. */
export const createControlClient = (origin: string): ControlClient => ({
  async do(name, ...[input]) {
    const response = await fetch(new URL(`/control/${name}`, origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input ?? {}),
    })
    const answer: { readonly result: ActionResult<typeof name>; readonly error?: string } = JSON.parse(
      await response.text(),
    )
    if (!response.ok) throw new Error(`${name}: ${answer.error ?? response.status}`)
    return answer.result
  },
})
