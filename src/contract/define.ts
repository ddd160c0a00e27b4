import type { z } from 'zod'

/**
 * One entry of the contract. The input is parsed by the host; the output is a type only, because it comes from
 * our own process. `output` never exists at run time.
 */
export interface Definition<Kind extends 'query' | 'command', Input, Output> {
  readonly kind: Kind
  readonly input: z.ZodType<Input>
  readonly output?: Output
}

/** A read of local data: fast, without effect, repeatable. */
export const query =
  <Output>() =>
  <Input>(input: z.ZodType<Input>): Definition<'query', Input, Output> => ({ kind: 'query', input })

/** A command: may write and use the network; the transport never repeats it. */
export const command =
  <Output>() =>
  <Input>(input: z.ZodType<Input>): Definition<'command', Input, Output> => ({ kind: 'command', input })
