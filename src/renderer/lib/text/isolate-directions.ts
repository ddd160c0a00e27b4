/** Letters of scripts that run from right to left, and signs that turn a direction. */
const turning =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Values of a sentence, each in a direction of its own: a Hebrew name draws the number after it to its left else. */
export function isolateDirections<Values extends Readonly<Record<string, unknown>> | undefined>(
  values: Values,
): Values {
  if (values === undefined || !Object.values(values).some(isTurning)) return values
  const isolated = Object.entries(values).map(([name, value]) => [
    name,
    isTurning(value) ? `\u2068${value}\u2069` : value,
  ])
  return Object.fromEntries(isolated) as Values
}

const isTurning = (value: unknown): value is string => typeof value === 'string' && turning.test(value)
