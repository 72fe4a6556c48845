/**
 * Published sets by the keyboard alone: records are imported on the page under the example that reads them, one is labelled as it was published, by
 * the keys that the page shows, what differs is settled, and the export is the published record. Reads the folder that ASSAY_DATA_DIR names.
 */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { prisma } from '@/lib/platform/server/db'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { missingIn, wholeFiles } from '@/tests/data-folders'
import { makeAssignment, makeMember, makeProject } from '@/tests/factories'
import type { PublishedSet } from '@/tests/published-sets/published-set'
import { protocolSourceOf, publishedSets } from '@/tests/published-sets/sets'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { downloadExport } from './download-export'
import { expect, expectAwake, test } from './fixtures'

/** So many records are imported, one of them is labelled. */
const IMPORTED = 3

/** How a record of a set is labelled as it was published. */
interface Labelling {
  name: string
  /** Which of the set's files is read; left out: the first. */
  file?: RegExp
  /** Of the records the shortest by this is labelled; null: not this one. */
  length(record: JsonRecord): number | null
  /** `differently`: with one answer that is another. */
  label(hand: Hand, record: JsonRecord, differently: boolean): Promise<void>
  /** How many label it, the last of them differently; left out: two. */
  people?: number
  /** Of what differs, the published answer as the desk says it; left out where nobody settles it. */
  settled?(record: JsonRecord): string
  /** What the export is called; left out: *Gold as Record*. */
  exported?: string
  /** What of the record is other people's answers, and other people's here: left out of the comparison. */
  besides?: readonly string[]
}

/** A person at the workbench, by the keys that stand at what they answer. */
class Hand {
  constructor(readonly page: Page) {}

  question(unit: string, question: string): Locator {
    return this.page.locator(`fieldset[data-unit="${unit}"][data-question="${question}"]`)
  }

  /** Presses the key that something shows. */
  async pressKeyOf(target: Locator): Promise<void> {
    const keys = await target.getAttribute('aria-keyshortcuts')
    expect(keys, 'the page shows a key').toBeTruthy()
    await this.page.keyboard.press((keys ?? '').split(' ')[0] ?? '')
  }

  /** Chooses an option by its text. */
  async choose(unit: string, question: string, option: string): Promise<void> {
    const shown = this.question(unit, question)
    const name = new RegExp(`^${option.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}( |$)`, 'i')
    await this.pressKeyOf(shown.getByRole('button', { name }).or(shown.getByRole('checkbox', { name })))
  }

  async write(unit: string, question: string, text: string): Promise<void> {
    const field = this.question(unit, question).getByRole('textbox')
    await expect(field).toBeVisible()
    for (let tabs = 0; tabs < 40 && !(await field.evaluate((each) => each === document.activeElement)); tabs++)
      await this.page.keyboard.press('Tab')
    await expect(field).toBeFocused()
    await this.page.keyboard.insertText(text)
    await this.page.keyboard.press('Escape')
  }

  async submit(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+Enter')
    await expect(this.page.getByText('Submitted', { exact: true })).toBeVisible()
  }
}

type Row = Record<string, string>
type Fact = { text: string; label: string }
type Sentence = { text: string; 'is-relevant': boolean; 'human-atomic-facts': Fact[] | null }
type Claim = Record<string, string | null>
type Answer = { usefulness: string; claims: Claim[] }

const textOf = (record: JsonRecord, name: string) => String(record[name] ?? '')
const rowsIn = (record: JsonRecord) => record.sentences as unknown as Row[]
const sentencesIn = (record: JsonRecord) => (record.annotations ?? []) as unknown as Sentence[]
const answerIn = (record: JsonRecord) => Object.values(record.answers as unknown as Record<string, Answer>)[0] as Answer
const placesIn = (record: JsonRecord) => record.hard_labels as unknown as [start: number, end: number][]

const verdictOf = (record: JsonRecord) => textOf(record, 'label').replace('Evidence/Cherrypicking', 'or cherry-picked')

const SUPPORT: Readonly<Record<string, string>> = { S: 'supported', NS: 'Not supported', IR: 'Irrelevant' }
const SCALES = ['support', 'informativeness', 'worthiness', 'correctness', 'reliability'] as const

/** Values that the example gives other words. */
const OFF_THE_SCALE: Readonly<Record<string, string>> = {
  'reliability Missing': 'No source',
  'reliability N/A': 'Does not arise',
}

const LABELLINGS: readonly Labelling[] = [
  {
    name: 'AttributionBench',
    length: (record) => JSON.stringify(record).length,
    async label(hand, { attribution_label: label }, differently) {
      const isOther = (label === 'attributable') === differently
      await hand.choose('item', 'attributable', isOther ? 'Not attributable' : 'Attributable')
    },
    settled: ({ attribution_label: label }) => (label === 'attributable' ? 'Attributable' : 'Not attributable'),
  },
  {
    name: 'ALCE',
    length: (record) => (record.utility_score === 5 ? textOf(record, 'output').length : null),
    async label(hand, record, differently) {
      await hand.choose('item', 'utility', differently ? '4' : String(record.utility_score))
    },
    settled: ({ utility_score: score }) => String(score),
  },
  {
    name: 'AVeriTeC, verdicts',
    length: (record) => textOf(record, 'justification').length || null,
    async label(hand, record, differently) {
      const refuted = record.label === 'Refuted'
      await hand.choose('item', 'verdict', differently ? (refuted ? 'Supported' : 'Refuted') : verdictOf(record))
      await hand.write('item', 'justification', textOf(record, 'justification'))
      for (const kind of record.claim_types as string[]) await hand.choose('item', 'kinds', kind)
      for (const way of record.fact_checking_strategies as string[]) await hand.choose('item', 'strategies', way)
    },
    settled: verdictOf,
  },
  {
    name: 'ExpertQA',
    people: 1,
    length: (record) => {
      const { claims, usefulness } = answerIn(record)
      const isAnswered = claims.every((claim) => SCALES.every((name) => claim[name] != null))
      return isAnswered && usefulness && claims.length > 1 ? JSON.stringify(claims).length : null
    },
    async label(hand, record) {
      const { claims, usefulness } = answerIn(record)
      for (const [index, claim] of claims.entries()) {
        const unit = `claim-${index + 1}`
        for (const name of SCALES) {
          // The last answer that has to be there leads on to the next claim.
          if (name === SCALES.at(-1) && claim.revised_claim) await hand.write(unit, 'revised', claim.revised_claim)
          await hand.choose(unit, name, OFF_THE_SCALE[`${name} ${claim[name]}`] ?? String(claim[name]))
          if (name === 'support' && claim.reason_missing_support)
            await hand.write(unit, 'reason', claim.reason_missing_support)
        }
      }
      await hand.choose('item', 'usefulness', usefulness)
    },
  },
  {
    name: 'TofuEval',
    people: 3,
    length: (record) => {
      const rows = rowsIn(record)
      return rows.some(({ sent_label: label }) => label === 'no') && rows.length > 1 ? rows.length : null
    },
    async label(hand, record, differently) {
      for (const [index, row] of rowsIn(record).entries()) {
        const unit = `sentence-${index + 1}`
        const isConsistent = row.sent_label === 'yes' || differently
        await hand.choose(unit, 'consistent', isConsistent ? 'Consistent' : 'Inconsistent')
        if (isConsistent) continue
        for (const type of (row.type ?? '').split(', ')) await hand.choose(unit, 'types', type)
        await hand.write(unit, 'why', row.exp ?? '')
        await hand.page.keyboard.press('j')
      }
    },
  },
  {
    name: 'Mu-SHROOM',
    file: /\.en-/,
    people: 3,
    exported: 'Votes as Record',
    besides: ['annotations', 'comments'],
    length: (record) => {
      const places = placesIn(record)
      return places.length > 0 ? (places.at(-1)?.[1] ?? null) : null
    },
    async label(hand, record, differently) {
      const keys = hand.page.keyboard
      if (differently) return hand.pressKeyOf(hand.page.getByRole('button', { name: 'Nothing to mark' }))
      await hand.pressKeyOf(hand.page.getByRole('button', { name: 'To the text' }))
      for (const [start, end] of placesIn(record)) {
        await keys.press('ControlOrMeta+Home')
        for (let at = 0; at < start; at++) await keys.press('ArrowRight')
        for (let at = start; at < end; at++) await keys.press('Shift+ArrowRight')
        await keys.press('Enter')
      }
    },
  },
  {
    name: 'FActScore',
    // How two people's lists are settled is in lists.spec.ts.
    people: 1,
    length: (record) => {
      const facts = sentencesIn(record).flatMap((sentence) => sentence['human-atomic-facts'] ?? [])
      return facts.length > 0 ? facts.length : null
    },
    async label(hand, record) {
      const { page } = hand
      const card = page.locator('li[aria-current=step]')
      for (const [index, sentence] of sentencesIn(record).entries()) {
        const unit = `sentence-${index + 1}`
        await expect(hand.question(unit, 'relevant')).toBeVisible()
        if (sentence['is-relevant']) await hand.choose(unit, 'relevant', 'yes')
        for (const fact of sentence['human-atomic-facts'] ?? []) {
          await hand.pressKeyOf(page.getByRole('button', { name: 'Add: fact' }))
          await expect(card.getByRole('textbox')).toBeFocused()
          await page.keyboard.insertText(fact.text)
          await page.keyboard.press('Enter')
          const name = new RegExp(`^${SUPPORT[fact.label]}`, 'i')
          await hand.pressKeyOf(card.locator('[data-question=support]').getByRole('button', { name }))
        }
        // From the sentence over its facts to the next one.
        const facts = sentence['human-atomic-facts']?.length ?? 0
        for (let step = 0; step <= facts; step++) await page.keyboard.press('j')
      }
    },
  },
]

for (const labelling of LABELLINGS) {
  const set = publishedSets.find(({ name }) => name === labelling.name)
  if (set) testSet(set, labelling)
}

function testSet(
  set: PublishedSet,
  { file: named, label, length, settled, people = 2, exported: title = 'Gold as Record', besides = [] }: Labelling,
) {
  const missing = wholeFiles ? missingIn(wholeFiles, { files: set.needs }) : ['folder that ASSAY_DATA_DIR names']
  test(`${set.name}: imported, labelled by keys, settled and exported as published`, async ({ as }) => {
    test.skip(missing.length > 0, `there is no ${missing.join(', no ')}`)
    if (!wholeFiles) return
    const { carrier } = set
    const file = set.files(wholeFiles).find(({ name }) => named?.test(name) ?? true)
    const known = carrier
      .records(file?.text ?? '')
      .flatMap((record) => {
        const measured = length(record)
        return measured === null ? [] : [{ record, measured }]
      })
      .toSorted((one, other) => one.measured - other.measured)
      .slice(0, IMPORTED)
      .map(({ record }) => record)
    const [labelled] = known
    if (!file || !labelled) throw new Error(`${set.name} has no such record`)

    const source = protocolSourceOf({ ...set, edit: (example) => example }).replace(
      /^id: .*$/m,
      `id: set-${randomUUID()}`,
    )
    const { protocolId } = await makeProtocolVersion({ source })
    const project = await makeProject({ protocolId, stage: { raters: people } })
    const manager = await makeMember(project, 'manager')
    const page = await as(manager)

    await test.step('the manager imports records, whose labels are not used', async () => {
      await page.goto(`/projects/${project.id}/import`)
      await expectAwake(page)
      const buffer = Buffer.from(carrier.text(known))
      const mimeType = 'application/octet-stream'
      await page.locator('input[type=file]').setInputFiles({ name: file.name, mimeType, buffer })
      const act = page.getByRole('button', { name: `Import ${known.length} records` })
      await expect(act).toBeVisible()
      await act.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => prisma().item.count({ where: { projectId: project.id } })).toBe(known.length)
    })

    const task = await prisma().task.findFirstOrThrow({ where: { projectId: project.id, item: { position: 1 } } })
    const place = `/projects/${project.id}/tasks/${task.id}`
    const stateOf = async () => (await prisma().task.findUniqueOrThrow({ where: { id: task.id } })).state

    for (let person = 1; person <= people; person++)
      await test.step(`person ${person} of ${people} labels it by keys`, async () => {
        const annotator = await makeMember(project, 'annotator')
        await makeAssignment(task, annotator)
        const bench = await as(annotator)
        await bench.goto(`${place}/annotate`)
        await expectAwake(bench)
        const hand = new Hand(bench)
        await label(hand, labelled, person > 1 && person === people)
        await hand.submit()
      })

    await test.step('what differs is settled by a key, as it was published', async () => {
      if (!settled) return expect.poll(stateOf).toBe('gold')
      await expect.poll(stateOf).toBe('consolidating')
      const desk = await as(await makeMember(project, 'reviewer'))
      await desk.goto(`${place}/consolidate`)
      await expectAwake(desk)
      // The lanes stand in an order that is drawn.
      const lane = desk.getByRole('region', { name: 'Lane A' })
      await expect(lane).toBeVisible()
      await desk.screenshot({ path: `/tmp/nc/desk-${set.example}.png` })
      const isFirst = await lane.getByText(settled(labelled), { exact: true }).first().isVisible()
      await desk.keyboard.press(isFirst ? '1' : '2')
      await desk.keyboard.press('ControlOrMeta+Enter')
      await expect.poll(stateOf).toBe('gold')
    })

    await test.step('the export is the published record', async () => {
      const exported = await downloadExport(page, project.id, title)
      const without = (record: JsonRecord) =>
        Object.fromEntries(Object.entries(record).filter(([name]) => !besides.includes(name)))
      const said = (records: readonly JsonRecord[]) => carrier.said(carrier.text(records.map(without)))
      expect(said(carrier.records(exported))).toEqual(said([labelled]))
    })
  })
}
