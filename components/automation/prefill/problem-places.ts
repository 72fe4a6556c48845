import { ApiError } from '@/lib/platform/client/api-error'
import { refusalWords } from '@/lib/platform/client/field-words'

/** What the server found wrong, by the place in the body ("steps.0.model"); the empty place holds the rest. */
export type Places = Readonly<Record<string, string>>

/** Spreads a refusal over the fields it speaks of; what belongs to no field, by `isField`, stays at the empty place. */
export function problemPlaces(error: Error | null, isField: (place: string) => boolean): Places {
  if (!error) return {}
  const issues = error instanceof ApiError ? (error.problem.issues ?? []) : []
  const placed: Record<string, string> = {}
  const rest: string[] = []
  for (const { path, message } of issues) {
    const place = path.replace(/^body\.?/, '')
    if (place !== '' && isField(place)) placed[place] = placed[place] ? `${placed[place]} ${message}` : message
    else rest.push(refusalWords([{ path, message }], ''))
  }
  if (issues.length === 0) rest.push(error.message)
  return rest.length > 0 ? { ...placed, '': rest.join(' ') } : placed
}
