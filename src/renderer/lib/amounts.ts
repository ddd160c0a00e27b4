import { decimalAmount } from '../../contract/values.ts'
import { useLocale, useTranslations } from './translations.ts'

/** A decimal number with its currency, as the locale writes it: "€412.00". Exact for any number of digits. */
const currencyText = (locale: string, decimal: string, currency: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(decimal as Intl.StringNumericLiteral)

/**
 * Writes an amount of the service, which is in minor units. One whose currency is unknown is said to be in minor units,
 * because nobody can say where its point is.
 */
export function useAmounts(): (minorUnits: string, currency: string) => string {
  const locale = useLocale()
  const t = useTranslations()
  return (minorUnits, currency) => {
    const decimal = decimalAmount(minorUnits, currency)
    if (decimal !== null) return currencyText(locale, decimal, currency.toUpperCase())
    if (!/^-?\d{1,40}$/u.test(minorUnits)) return [minorUnits, currency].filter(Boolean).join(' ')
    const amount = new Intl.NumberFormat(locale).format(BigInt(minorUnits))
    return currency === '' ? t('amount.noCurrency', { amount }) : t('amount.unknownCurrency', { amount, currency })
  }
}
