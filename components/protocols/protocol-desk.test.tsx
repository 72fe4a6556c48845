import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { firstUnit } from '@/components/annotation/workbench/navigation'
import { DeskWithSearches } from '@/components/automation/evidence/desk-with-searches'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { protocols } from '@/lib/protocols'
import { sampleSubject } from '@/lib/protocols/conformance'
import { samples } from '@/lib/protocols/conformance-samples'
import { consolidate } from '@/lib/protocols/consolidation'
import type { Json, Protocol, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { testHost } from '@/tests/support/hosts'
import { newWorkbench } from '@/tests/support/test-bench'
import { ProtocolWorkbench } from './protocol-workbench'

const ID = '0193a0a0-0000-7000-8000-000000000001'

/** A desk on which nobody has answered anything yet, so that everything is asked. */
function deskOf(protocol: Protocol, stage: Stage, { content, units }: ReturnType<typeof subjectOf>): ConsolidationView {
  const lanes = ['A', 'B'].map((id) => ({ id, own: false, name: null, answers: {}, listed: [] }))
  const outcome = consolidate(stage, { content, units }, lanes, {})
  return {
    userId: ID,
    taskId: ID,
    itemId: ID,
    projectId: ID,
    projectName: 'Rivers',
    protocolId: protocol.id,
    stageKey: stage.key,
    state: 'consolidating',
    round: 1,
    revision: 1,
    item: { position: 1, title: 'An item', externalId: null, domain: null, source: null, content },
    units: [...units],
    lanes,
    settled: [],
    open: outcome.open,
    disagreements: [],
    comments: [],
    discussion: null,
    words: [],
    adjudicated: null,
    approved: null,
    abilities: {
      comment: false,
      reply: false,
      discuss: false,
      callThirdRater: false,
      adjudicate: true,
      approve: false,
      sendBack: false,
      discard: false,
    },
  }
}

const subjectOf = (protocol: Protocol, stage: Stage) =>
  sampleSubject(protocol, stage, samples[protocol.id] ?? []).subject

/** Every text and address that the record or its units hold. */
function stringsIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return value.trim().length > 3 ? [value.trim()] : []
  if (typeof value !== 'object' || value === null) return []
  return (Array.isArray(value) ? value : Object.values(value)).flatMap(stringsIn)
}

/** What is read on the page: its words, and where its links lead. */
function readable(): string {
  const links = [...document.querySelectorAll('a[target=_blank]')].map((link) => link.getAttribute('href') ?? '')
  const fields = [...document.querySelectorAll('textarea, input')].map((field) => (field as HTMLInputElement).value)
  return [document.body.textContent ?? '', ...links, ...fields].join('\n').replaceAll(/\s+/g, ' ')
}

const draw = (page: React.ReactElement) =>
  render(<QueryClientProvider client={createQueryClient()}>{page}</QueryClientProvider>)

const press = (key: string) => act(async () => void fireEvent.keyDown(document.body, { key }))

/** Goes to the unit by its entry in the list of questions, where it is asked something. */
async function openOnDesk(unit: UnitDraft): Promise<void> {
  const start = document.querySelector<HTMLElement>(
    `#seen-${CSS.escape(unit.key)} button, a[href="#unit-${CSS.escape(unit.key)}"]`,
  )
  if (start) await act(async () => void fireEvent.click(start))
}

async function openOnBench(unit: UnitDraft): Promise<void> {
  const place = document.querySelector<HTMLElement>(`a[href="#unit-${CSS.escape(unit.key)}"]`)
  if (place) await act(async () => void fireEvent.click(place))
}

beforeEach(() => {
  localStorage.clear()
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

const stages = protocols.flatMap((protocol) =>
  protocol.stages
    .filter(({ consolidation }) => consolidation !== 'votes')
    .map((stage) => ({ name: `${protocol.id}/${stage.key}`, protocol, stage })),
)

describe('what the workbench shows of a unit, the desk shows with one key', () => {
  it.each(stages)('$name', async ({ protocol, stage }) => {
    const subject = subjectOf(protocol, stage)
    const asked = new Set(stage.questions.map(({ unit }) => unit))
    // Two of each kind that is asked something.
    const units = [...asked].flatMap((kind) => subject.units.filter((unit) => unit.kind === kind).slice(0, 2))
    const bench = {
      ...newWorkbench('felm', 'segments', { prompt: '', response: '' }, []),
      protocolId: protocol.id,
      stageKey: stage.key,
    }
    const item = {
      position: 1,
      title: 'An item',
      externalId: null,
      domain: null,
      source: null,
      content: subject.content,
    }
    draw(<ProtocolWorkbench initial={{ ...bench, item, units: [...subject.units] }} Host={testHost(protocol.id)} />)
    await waitFor(() => expect(document.querySelector('aside')).not.toBeNull())
    const known = [
      ...new Set([
        ...stringsIn(subject.content),
        ...subject.units.flatMap(({ text, data }) => [...stringsIn(text), ...stringsIn(data)]),
      ]),
    ]
    const seen = new Map<string, string[]>()
    for (const unit of units) {
      await openOnBench(unit)
      const page = readable()
      seen.set(
        unit.key,
        known.filter((text) => page.includes(text.replaceAll(/\s+/g, ' '))),
      )
    }
    cleanup()
    draw(<DeskWithSearches initialData={deskOf(protocol, stage, subject)} Host={testHost(protocol.id)} />)
    await waitFor(() => expect(document.querySelector('#what-was-seen')?.textContent).not.toBe(''))
    for (const unit of units) {
      await openOnDesk(unit)
      await press('v')
      const page = readable()
      const lacking = seen.get(unit.key)?.filter((text) => !page.includes(text.replaceAll(/\s+/g, ' ')))
      expect(lacking, `${unit.key} on the desk`).toEqual([])
      await press('v')
    }
    expect([...seen.values()].flat().length).toBeGreaterThan(0)
  })
})

const everyStage = protocols.flatMap((protocol) =>
  protocol.stages.map((stage) => ({ name: `${protocol.id}/${stage.key}`, protocol, stage })),
)

describe('what is open has the focus on arrival', () => {
  it.each(everyStage)('at the workbench of $name', async ({ protocol, stage }) => {
    const { content, units } = subjectOf(protocol, stage)
    const bench = {
      ...newWorkbench('felm', 'segments', { prompt: '', response: '' }, []),
      protocolId: protocol.id,
      stageKey: stage.key,
    }
    const item = { position: 1, title: 'An item', externalId: null, domain: null, source: null, content }
    draw(<ProtocolWorkbench initial={{ ...bench, item, units: [...units] }} Host={testHost(protocol.id)} />)
    await waitFor(() => expect(document.activeElement?.id).toBe(`unit-${firstUnit(stage, { content, units }, {})}`))
  })

  it.each(stages)('at the desk of $name, and at the next question', async ({ protocol, stage }) => {
    draw(
      <DeskWithSearches
        initialData={deskOf(protocol, stage, subjectOf(protocol, stage))}
        Host={testHost(protocol.id)}
      />,
    )
    await waitFor(() => expect(document.activeElement?.id).toBe('question-heading'))
    const first = document.activeElement
    await press('j')
    expect(document.activeElement?.id).toBe('question-heading')
    // Read anew, because it is another heading.
    if (document.querySelector('[aria-label="Next question"]')) expect(document.activeElement).not.toBe(first)
  })

  it('unless one is writing', async () => {
    const field = document.body.appendChild(document.createElement('textarea'))
    field.focus()
    const [{ protocol, stage } = { protocol: null, stage: null }] = stages
    if (!protocol) throw new Error('there are stages')
    draw(
      <DeskWithSearches
        initialData={deskOf(protocol, stage, subjectOf(protocol, stage))}
        Host={testHost(protocol.id)}
      />,
    )
    await waitFor(() => expect(document.querySelector('#question-heading')).not.toBeNull())
    expect(document.activeElement).toBe(field)
    field.remove()
  })
})

describe('a text in which something is open is marked as such', () => {
  it.each(stages)('$name', async ({ protocol, stage }) => {
    const subject = subjectOf(protocol, stage)
    draw(<DeskWithSearches initialData={deskOf(protocol, stage, subject)} Host={testHost(protocol.id)} />)
    await waitFor(() => expect(document.querySelector('#what-was-seen')?.textContent).not.toBe(''))
    const pane = document.querySelector('#what-was-seen')
    // What one annotator would be told to do is nothing to read where their answers are compared.
    expect(pane?.textContent).not.toMatch(/not answered|answers? missing|no stance yet|unfinished/i)
    const places = [...(pane?.querySelectorAll('a[href^="#unit-"]') ?? [])].map(({ textContent }) => textContent ?? '')
    const asked = places.filter((text) => !/not checked|nothing asked/.test(text))
    expect(asked.filter((text) => !text.includes('≠'))).toEqual([])
  })
})

it('shows a claim and its search results once, with where the claim comes from', async () => {
  const protocol = protocols.find(({ id }) => id === 'veriscore-verification')
  const [stage] = protocol?.stages ?? []
  if (!protocol || !stage) throw new Error('there is such a protocol')
  const { units, content } = subjectOf(protocol, stage)
  const subject = {
    units,
    content: {
      ...(content as object),
      sentence: 'It was told in one sentence.',
      question: 'Who was it?',
      response: null,
    },
  }
  draw(<DeskWithSearches initialData={deskOf(protocol, stage, subject)} Host={testHost(protocol.id)} />)
  await waitFor(() => expect(document.querySelector('#what-was-seen')?.textContent).not.toBe(''))
  const page = document.querySelector('#what-was-seen')?.textContent ?? ''
  const shown = (text: string) => page.split(text).length - 1
  expect(units.filter(({ text }) => shown(text) !== 1)).toEqual([])
  expect([shown('It was told in one sentence.'), shown('Who was it?')]).toEqual([1, 1])
})

it('lists queries one below the other, in the lanes and beside the evidence', async () => {
  const { protocol, stage } = stages.find(({ name }) => name === 'factcheck-bench/verify') ?? {}
  if (!protocol || !stage) throw new Error('there is such a stage')
  const { units, content } = subjectOf(protocol, stage)
  const passage = units.find(({ kind }) => kind === 'evidence')
  const claim = units.find(({ key }) => key === passage?.parent)
  if (!passage || !claim) throw new Error('there is a claim with a passage')
  const found = { queries: ['found by this', 'and by that'] }
  const desk = deskOf(protocol, stage, {
    content,
    units: units.map((unit) => (unit === passage ? { ...unit, data: { ...(unit.data as object), found } } : unit)),
  })
  const searched = { enough: 'no', searched: 'arden floors\narden height' }
  const lanes = desk.lanes.map((lane) => ({ ...lane, answers: { [claim.key]: searched } }))
  draw(<DeskWithSearches initialData={{ ...desk, lanes }} Host={testHost(protocol.id)} />)
  await waitFor(() => expect(document.querySelector('#what-was-seen')?.textContent).not.toBe(''))
  const verdict = [...document.querySelectorAll('nav button')].find(({ textContent }) =>
    /verdict/.test(textContent ?? ''),
  )
  if (!verdict) throw new Error('the verdict is asked for')
  await act(async () => void fireEvent.click(verdict))
  const listed = [...document.querySelectorAll('li')].map(({ textContent }) => textContent ?? '')
  const times = (query: string) => listed.filter((text) => text === query).length
  expect(times('found by this')).toBe(1)
  expect(times('and by that')).toBe(1)
  const inLanes = [...document.querySelectorAll('[data-lane]')].map((lane) =>
    [...lane.querySelectorAll('li')].map(({ textContent }) => textContent),
  )
  expect(inLanes).toEqual([
    ['arden floors', 'arden height'],
    ['arden floors', 'arden height'],
  ])
})

it('names a passage by its own title where the page that it was found on had none', async () => {
  const protocol = protocols.find(({ id }) => id === 'veriscore-verification')
  const [stage] = protocol?.stages ?? []
  if (!protocol || !stage) throw new Error('there is such a protocol')
  const subject = subjectOf(protocol, stage)
  const found = { title: '', queries: [] }
  const units = subject.units.map((unit) =>
    unit.kind === 'result' ? { ...unit, data: { title: `Title of ${unit.key}`, link: null, rank: 1, found } } : unit,
  )
  const [result] = units.filter(({ kind }) => kind === 'result')
  if (!result) throw new Error('there is a result')
  draw(<DeskWithSearches initialData={deskOf(protocol, stage, { ...subject, units })} Host={testHost(protocol.id)} />)
  await waitFor(() => expect(document.querySelector('#what-was-seen')?.textContent).not.toBe(''))
  await openOnDesk(result)
  const passage = document.querySelector(`#seen-${CSS.escape(result.key)}`)
  expect(passage?.textContent).toContain(`Title of ${result.key}`)
})
