/** The digits of a number as the service writes it; '' for a hidden one, which is '0' there (service 10.1). */
export function phoneDigits(phone: string | undefined): string {
  const digits = (phone ?? '').replaceAll(/\D/g, '')
  return digits === '0' ? '' : digits
}
