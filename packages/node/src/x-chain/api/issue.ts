import type { ID } from '../../codec/field.ts'
import { idText } from '../../codec/ids.ts'
import { toApiError, type IssueErrors } from '../../chain/api-error.ts'
import { txFromHex, type DecodingErrors } from '../../chain/tx-from-hex.ts'

export async function issueTx(
  text: string,
  errors: IssueErrors & DecodingErrors,
  issue: (bytes: Uint8Array) => Promise<ID>,
): Promise<{ readonly txID: string }> {
  const bytes = txFromHex(text, errors)
  try {
    return { txID: idText(await issue(bytes)) }
  } catch (error) {
    throw toApiError(error, errors)
  }
}
