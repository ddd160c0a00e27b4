/**
 * A number of things that a test goes through: `short` in every `npm test`, `long` in `npm run test:long`. What is
 * asserted is the same for both.
 */
export const sized = (short: number, long: number): number =>
  process.env['SWITCHBOARD_TEST_LENGTH'] === 'long' ? long : short
