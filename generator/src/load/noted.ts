import type { Resolved } from './types.ts'

/** A function that notes what it is asked and answers, for whoever wants to know later whether that still holds. */
export interface Notes<Question extends readonly string[], Answer> {
  readonly ask: (...question: Question) => Answer
  readonly isCurrent: (now: (...question: Question) => Answer) => boolean
}

/** Opens the notes of a function; each question is passed on once. */
export function openNotes<Question extends readonly string[], Answer>(
  answerOf: (...question: Question) => Answer,
  isEqual: (before: Answer, after: Answer) => boolean,
): Notes<Question, Answer> {
  const notes = new Map<string, { readonly question: Question; readonly answer: Answer }>()
  return {
    ask(...question) {
      const key = question.join('\n')
      const known = notes.get(key)
      if (known !== undefined) return known.answer
      const answer = answerOf(...question)
      notes.set(key, { question, answer })
      return answer
    },
    isCurrent: (now) =>
      [...notes.values()].every(({ question, answer }) => isEqual(answer, now(...question))),
  }
}

/** Whether a reference leads to the very value that it led to before. */
export function isSameTarget(before: Resolved | undefined, after: Resolved | undefined): boolean {
  return (
    before?.json === after?.json &&
    before?.place.file === after?.place.file &&
    before?.place.pointer === after?.place.pointer
  )
}
