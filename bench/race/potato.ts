/**
 * Potato, through the interface of its own pages. It reads its texts from files when it starts, so there is one project, whose
 * texts are labelled by people of their own for the export.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { type Send, Session } from './http'
import { type Annotator, type Item, type Peer, type RaceProject, SENTENCES, type Text, wholeText } from './peer'
import { filesInZip } from './zip'

const ADMIN_KEY = 'key-of-the-race'
const SCHEMAS = Array.from({ length: SENTENCES }, (_, at) => `s${at + 1}`)
const LABELS = ['true', 'false'] as const
const LABELLERS = 20
const LEAST_EACH = 100
const PATIENCE_MS = 600_000

const savedSchema = z.object({ status: z.literal('success') })
const startedSchema = z.object({ started: z.literal(true) })
const statusSchema = z.object({ state: z.string(), errors: z.array(z.unknown()) })
const labelsSchema = z.object({ label_annotations: z.record(z.string(), z.array(z.string())) })
/** A line of the export; labels stand under their schema. */
const exportedSchema = z.record(z.string(), z.unknown())

/** What its configuration says; JSON is YAML too. */
const configuration = {
  annotation_task_name: 'Race',
  task_dir: '.',
  output_annotation_dir: 'annotation_output',
  data_files: ['texts.jsonl'],
  item_properties: { id_key: 'id', text_key: 'text' },
  user_config: { allow_all_users: true, users: [] },
  require_password: false,
  admin_api_key: ADMIN_KEY,
  // Sessions outlive the kill.
  secret_key: 'signs-the-sessions-of-the-race',
  persist_sessions: true,
  assignment_strategy: 'random',
  max_annotations_per_item: -1,
  annotation_schemes: SCHEMAS.map((name) => ({
    annotation_type: 'radio',
    name,
    description: `Is sentence ${name.slice(1)} true?`,
    labels: LABELS,
  })),
}

/** Signs somebody in, who gets an account with it; their session is a cookie. */
async function signIn(send: Send, email: string): Promise<Session> {
  const session = new Session(send)
  await session.ask('POST', '/auth', { form: { email } })
  return session
}

/** Saves all labels of an item, as its page does at each click. */
async function saveAll(session: Session, instanceId: string, labels: readonly (boolean | null)[]): Promise<void> {
  const annotations = Object.fromEntries(
    labels.flatMap((label, at) => (label === null ? [] : [[`${SCHEMAS[at]}:${label}`, String(label)]])),
  )
  const json = { instance_id: instanceId, annotations, cleared_schemas: [], span_annotations: [] }
  await session.json(savedSchema, 'POST', '/updateinstance', { json })
}

class PotatoAnnotator implements Annotator {
  private current: { id: string; labels: (boolean | null)[] } | null = null
  private isDone = false

  constructor(private readonly session: Session) {}

  async next(): Promise<Item | null> {
    if (this.current && this.isDone) {
      const json = { action: 'next_instance', instance_id: this.current.id }
      await this.session.ask('POST', '/annotate', { json })
    }
    const page = await this.session.ask('GET', '/annotate')
    const id = /id="instance_id"[^>]*value="([^"]*)"/.exec(page)?.[1]
    const text = /data-original-text="([^"]*)"/.exec(page)?.[1]
    if (id === undefined || text === undefined) return null
    this.current = { id, labels: SCHEMAS.map(() => null) }
    this.isDone = false
    return { id, text }
  }

  async save(item: Item, sentence: number, isTrue: boolean): Promise<void> {
    if (this.current?.id !== item.id) throw new Error(`the item ${item.id} is not before its annotator`)
    this.current.labels[sentence] = isTrue
    await saveAll(this.session, item.id, this.current.labels)
  }

  /** Nothing is submitted: what is saved counts. */
  submit(): Promise<void> {
    this.isDone = true
    return Promise.resolve()
  }

  async read(item: Item): Promise<(boolean | null)[]> {
    const path = `/get_annotations?instance_id=${encodeURIComponent(item.id)}`
    const { label_annotations: all } = await this.session.json(labelsSchema, 'GET', path)
    return SCHEMAS.map((schema) => {
      const label = all[schema]?.[0]
      return label === undefined ? null : label === 'true'
    })
  }

  page() {
    return { path: '/annotate', cookies: this.session.cookieHeader() }
  }
}

export class Potato implements Peer {
  readonly name = 'Potato'
  readonly frontPage = '/'
  readonly readsAtStart = true
  private readonly manager: Session
  private readonly people: Session[] = []

  constructor(
    private readonly send: Send,
    /** How often it is asked whether its export is done. */
    private readonly lookAgainMs = 50,
  ) {
    this.manager = new Session(send, { 'x-api-key': ADMIN_KEY })
  }

  writeFiles(folder: string, texts: readonly Text[]): void {
    const lines = texts.map((text) => `${JSON.stringify({ id: text.key, text: wholeText(text) })}\n`)
    writeFileSync(path.join(folder, 'texts.jsonl'), lines.join(''))
    writeFileSync(path.join(folder, 'config.yaml'), JSON.stringify(configuration, null, 2))
  }

  async signIn(): Promise<void> {
    await this.manager.ask('GET', '/admin/publish/api/status')
  }

  /** Its interface says none. */
  version(): Promise<null> {
    return Promise.resolve(null)
  }

  importTexts(): Promise<RaceProject> {
    return Promise.resolve(this.project())
  }

  /** Somebody who has not asked for an item yet may label any. */
  async importLabelled(texts: readonly Text[]): Promise<RaceProject> {
    const share = Math.max(LEAST_EACH, Math.ceil(texts.length / LABELLERS))
    const work = Array.from({ length: Math.ceil(texts.length / share) }, async (_, at) => {
      const session = await signIn(this.send, `labeller-${at + 1}`)
      for (const { key } of texts.slice(at * share, (at + 1) * share))
        await saveAll(
          session,
          key,
          SCHEMAS.map(() => true),
        )
    })
    await Promise.all(work)
    return this.project()
  }

  private project(): RaceProject {
    return {
      annotators: async (count) => {
        while (this.people.length < count)
          this.people.push(await signIn(this.send, `annotator-${this.people.length + 1}`))
        return this.people.slice(0, count).map((session) => new PotatoAnnotator(session))
      },
      export: () => this.export(),
      countLabelled: async (archive) => {
        const [file = ''] = await filesInZip(archive, (name) => name.endsWith('/annotations.jsonl'))
        const lines = file.split('\n').filter((line) => line !== '')
        return new Set(lines.map((line) => exportedSchema.parse(JSON.parse(line)).instance_id)).size
      },
    }
  }

  private async export(): Promise<Buffer> {
    const root = '/admin/publish/api'
    await this.manager.json(startedSchema, 'POST', `${root}/start`, { json: { target: 'archive' } })
    const end = performance.now() + PATIENCE_MS
    while (performance.now() < end) {
      const { state, errors } = await this.manager.json(statusSchema, 'GET', `${root}/status`)
      if (state === 'success') return this.manager.bytes('GET', `${root}/download`)
      if (state === 'error') throw new Error(`Potato does not export: ${JSON.stringify(errors)}`)
      await pause(this.lookAgainMs)
    }
    throw new Error('Potato does not finish its export')
  }
}
