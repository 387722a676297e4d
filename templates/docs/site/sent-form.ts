import type { NumericType } from 'rpcloom/model'

const forms: Readonly<Record<NumericType['encoding'], string>> = {
  string: 'decimal string',
  number: 'JSON number',
  hex: 'hexadecimal string with `0x`',
}

/** Describes how a number is sent, including the other form that the schema allows. */
export function sentForm({ encoding, textOnly, numberOnly }: NumericType): string {
  const form = forms[encoding]
  if (encoding === 'hex' || textOnly || numberOnly) return form
  return `${form}; a ${encoding === 'string' ? forms.number : forms.string} is accepted too`
}
