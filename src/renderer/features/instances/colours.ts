import type { IdentityColour, InstanceSummary } from '../../../contract/instances.ts'

export const colours: readonly IdentityColour[] = ['teal', 'violet', 'ochre', 'rose', 'moss', 'steel', 'plum', 'brick']

/** The colour that the fewest instances have; the first of those. */
export function freeColour(instances: readonly Pick<InstanceSummary, 'colour'>[]): IdentityColour {
  const uses = (colour: IdentityColour): number => instances.filter((instance) => instance.colour === colour).length
  return colours.reduce((best, colour) => (uses(colour) < uses(best) ? colour : best))
}
