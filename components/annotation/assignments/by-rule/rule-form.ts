import type { ByRuleInput } from '@/lib/annotation/assignments/by-rule/hooks'
import type { ChosenItems } from '@/lib/workspace/items/selection/contract'

/** What is typed, as it is typed; numbers may be empty. */
export interface RuleForm {
  stage: string
  from: string
  to: string
  domain: string
  tag: string
  /** Items chosen in their list; null: all of the project. */
  selection: ChosenItems | null
  chosen: ReadonlySet<string>
  /** The most that a person gets by this, where anything is typed. */
  most: Readonly<Record<string, string>>
  perTask: string
  pairLimit: string
  languageField: string
  seed: string
  batch: string
}

/** No choice in a list: its options must have a word. */
export const ANY = 'any'

const numberOr = <T>(text: string | undefined, otherwise: T): number | T =>
  text === undefined || text.trim() === '' ? otherwise : Number(text)

/** The request that a form makes; what is not right in it the server says, by the names of its fields. */
export function requestOf(form: RuleForm): ByRuleInput {
  const chosen = (value: string) => (value === '' || value === ANY ? undefined : value)
  return {
    stage: form.stage,
    items: {
      from: numberOr(form.from, 1),
      to: numberOr(form.to, null),
      domain: chosen(form.domain),
      tag: chosen(form.tag),
      selection: form.selection ?? undefined,
    },
    people: [...form.chosen].map((userId) => ({ userId, most: numberOr(form.most[userId], null) })),
    perTask: numberOr(form.perTask, null),
    pairLimit: numberOr(form.pairLimit, null),
    languageField: form.languageField,
    seed: numberOr(form.seed, 1),
    batch: form.batch,
  }
}
