/** How the three settle each stage of each document, and what the journey writes down of it. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible } from '@/e2e/fixtures'
import { type Acts, listedAs, type StageKey, type Who } from './acts'
import {
  accept,
  acceptUnit,
  callThirdRater,
  confirm,
  expectGold,
  openDesk,
  propose,
  takeAll,
  takeUnitWith,
} from './discuss'
import { CANBERRA, canberraTexts as c, HONEY, honeyTexts as h } from './documents'

export interface People {
  pages: Readonly<Record<Who, Page>>
  acts: Acts
  projectId: string
  /** The task of a document in a stage. */
  task: (position: number, stage: StageKey) => Promise<string>
}

async function desk({ pages, projectId, task }: People, who: Who, position: number, stage: StageKey): Promise<Page> {
  await openDesk(pages[who], { projectId, id: await task(position, stage) })
  return pages[who]
}

/** Writes down what partners settled together, and whose answer it was. */
const together =
  ({ acts }: People, position: number, stage: StageKey) =>
  (unit: string, question: string, value: Parameters<Acts['settles']>[2]['value'], from: Who | null) =>
    acts.settles({ position, stage, unit }, question, { value, how: 'discussed', from, by: null })

/** What only one of them listed stands as they wrote it; they left it to be checked, as it starts. */
const alone = ({ acts }: People, place: Parameters<Acts['settles']>[0], from: Who) =>
  acts.settles(place, 'setAside', { value: 'check', how: 'single', from, by: null })

/** Ana gives way on an importance; Ben takes her claims, and her sentence that stands on its own. */
export async function settleHoneyClaims(people: People): Promise<void> {
  const settled = together(people, HONEY, 'decompose')
  const ana = await desk(people, 'Ana', HONEY, 'decompose')
  await expectAccessible(ana)
  await accept(ana, 'Sentence 3: Importance')
  settled('s3', 'importance', 'intermediate', 'Ben')
  const ben = await desk(people, 'Ben', HONEY, 'decompose')
  await acceptUnit(ben, 'Sentence 2: Claims')
  await accept(ben, 'Sentence 3: Standalone wording')
  await acceptUnit(ben, 'Sentence 3: Claims')
  await expectGold(ben)
  settled('s2', 'claims', [h.enzymes, h.water], 'Ana')
  settled(listedAs('s2', h.enzymes), 'text', h.enzymes, 'Ana')
  // Ben said these of his half of the claim, which was taken for the same.
  const same = { position: HONEY, stage: 'decompose', unit: listedAs('s2', h.enzymes) } as const
  for (const [question, value] of Object.entries({ type: 'factual', importance: 'yes' }))
    people.acts.settles(same, question, { value, how: 'agreed', from: null, by: null })
  settled('s3', 'decontext', h.decontext, 'Ana')
  settled('s3', 'claims', [h.kilogram, h.keeps], 'Ana')
  alone(people, { position: HONEY, stage: 'decompose', unit: listedAs('s3', h.keeps) }, 'Ana')
}

/** They cannot agree whether the added claim is one, so Ana calls a third rater, who takes it. */
export async function settleCanberraClaims(people: People): Promise<void> {
  const ana = await desk(people, 'Ana', CANBERRA, 'decompose')
  await callThirdRater(ana, 'Sentence 2: Claims', 'Is the plan of the streets in this sentence at all?')
  const rui = await desk(people, 'Rui', CANBERRA, 'decompose')
  await expect(rui.getByText('You are called as third rater')).toBeVisible()
  await takeAll(rui, 'Sentence 2: Claims')
  await confirm(rui)
  const decided = { how: 'lane', from: 'Ben', by: 'Rui' } as const
  const at = (unit: string) => ({ position: CANBERRA, stage: 'decompose', unit }) as const
  people.acts.settles(at('s2'), 'claims', { value: [c.built, c.planned], ...decided })
  alone(people, at(listedAs('s2', c.planned)), 'Ben')
}

/** A stance each way, a correction that Ana proposes, a verdict that Ben gives up; then the third rater confirms. */
export async function settleHoneyVerdicts(people: People): Promise<void> {
  const settled = together(people, HONEY, 'verify')
  const ana = await desk(people, 'Ana', HONEY, 'verify')
  await expectAccessible(ana)
  await accept(ana, 'Sentence 3, claim 1, passage 2: Stance')
  await propose(ana, 'Sentence 3, claim 1: Corrected claim', h.correction)
  const ben = await desk(people, 'Ben', HONEY, 'verify')
  await accept(ben, 'Sentence 3, claim 1: Corrected claim')
  await accept(ben, 'Sentence 2, claim 2, passage 1: Stance')
  await acceptUnit(ben, 'Sentence 3, claim 2: Automatic evidence')
  settled('s3.c1.e2', 'stance', 'irrelevant', 'Ben')
  settled('s3.c1', 'revised', h.correction, null)
  settled('s2.c2.e1', 'stance', 'completely-support', 'Ana')
  settled('s3.c2', 'enough', 'yes', 'Ana')
  settled('s3.c2', 'verdict', 'true', 'Ana')
  const rui = await desk(people, 'Rui', HONEY, 'verify')
  await expect(rui.getByRole('heading', { name: 'Everything is settled' })).toBeVisible()
  await confirm(rui)
}

/** The third rater decides that what Ana found is enough. */
export async function settleCanberraVerdicts(people: People): Promise<void> {
  const rui = await desk(people, 'Rui', CANBERRA, 'verify')
  await takeUnitWith(rui, 'Sentence 2, claim 2: Verdict', 'True')
  const place = { position: CANBERRA, stage: 'verify', unit: 's2.c2' } as const
  people.acts.settles(place, 'verdict', { value: 'true', how: 'lane', from: 'Ana', by: 'Rui' })
  await confirm(rui)
}

/** Ben keeps the sentence after all, Ana takes his wording of another, and he takes her proposal for the whole. */
export async function settleHoneyText(people: People): Promise<void> {
  const settled = together(people, HONEY, 'merge')
  const ana = await desk(people, 'Ana', HONEY, 'merge')
  await expectAccessible(ana)
  await accept(ana, 'Sentence 3: Revised sentence')
  await propose(ana, 'Revised response', h.response)
  const ben = await desk(people, 'Ben', HONEY, 'merge')
  await acceptUnit(ben, 'Sentence 4: Keep or delete')
  await accept(ben, 'Revised response')
  await expectGold(ben)
  settled('s3', 'revised', h.bensSentence, 'Ben')
  settled('item', 'response', h.response, null)
  settled('s4', 'fate', 'keep', 'Ana')
  settled('s4', 'revised', h.taste, 'Ana')
}
