import { isRecord, type ErrorObject, type Json } from '../json-rpc.ts'

/** Maximum length of an error message, and of the pointer and the message of an issue. */
const MOST = 2000

/**
 * Shortens the texts of an error, which may quote the request. Other data is kept: a contract decides what it
 * reverts with.
 */
export function shortened({ code, message, data }: ErrorObject): ErrorObject {
  const short = excerpt(message)
  return data === undefined
    ? { code, message: short }
    : { code, message: short, data: shortIssues(data) }
}

function excerpt(text: string): string {
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text
}

function shortIssues(data: Json): Json {
  if (!isRecord(data) || !Array.isArray(data['issues'])) return data
  const issues = data['issues'].map((issue: Json) =>
    isRecord(issue)
      ? Object.fromEntries(
          Object.entries(issue).map(([name, value]) => [
            name,
            typeof value === 'string' ? excerpt(value) : value,
          ]),
        )
      : issue,
  )
  return { ...data, issues }
}
