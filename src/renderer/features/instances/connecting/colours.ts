import type { IdentityColour } from '../../../../contract/instances.ts'

export const colours: readonly IdentityColour[] = ['teal', 'violet', 'ochre', 'rose', 'moss', 'steel', 'plum', 'brick']

/**
 * The colour that the fewest of these have, in their order on the rail, and never the last one's: neighbours differ.
 */
export function nextColour(given: readonly IdentityColour[]): IdentityColour {
  const uses = (colour: IdentityColour): number => given.filter((one) => one === colour).length
  return colours
    .filter((colour) => colour !== given.at(-1))
    .reduce((best, colour) => (uses(colour) < uses(best) ? colour : best))
}
