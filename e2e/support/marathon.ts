/**
 * Whether tests with the tag @long run at their full size, as `npm run test:long` asks. Elsewhere they run in a short
 * form: the same steps over less, so that each promise is still held by every `npm test`.
 */
export const isLong = process.env['SWITCHBOARD_TEST_LENGTH'] === 'long'

/** A number of things that a test goes through. */
export const sized = (short: number, long: number): number => (isLong ? long : short)
