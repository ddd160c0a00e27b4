/** The digits of a number with its country code, as people write it; '' where it is none. */
export function phoneDigits(typed: string): string {
  if (typed.length > 40 || !/^[\d\s+().-]*$/u.test(typed)) return ''
  const digits = typed.replaceAll(/\D/gu, '')
  return digits.length >= 7 && digits.length <= 15 ? digits : ''
}
