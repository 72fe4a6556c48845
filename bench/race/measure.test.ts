import { expect, test } from 'vitest'
import { killUnderLoad, runRound } from './measure'
import { type Annotator, makeTexts, type Peer, type RaceProject, SENTENCES, wholeText } from './peer'

const TEXTS = makeTexts(40)
const course = { texts: TEXTS, people: 2, seconds: 0.02 }

/** A tool in memory that keeps labels in a file and, where it is careless, some of them only in its memory. */
class Tool {
  isUp = true
  private readonly memory = new Map<string, boolean>()
  private readonly disk = new Map<string, boolean>()
  private given = 0

  constructor(private readonly isCareless: boolean) {}

  readonly server = {
    kill: async () => {
      this.isUp = false
      this.memory.clear()
    },
    start: async () => {
      this.isUp = true
      return 2
    },
  }

  private async up(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    if (!this.isUp) throw new Error('connection refused')
  }

  annotator(): Annotator {
    return {
      next: async () => {
        await this.up()
        const text = TEXTS[this.given++ % TEXTS.length]
        return text ? { id: String(this.given), text: wholeText(text) } : null
      },
      save: async ({ id }, sentence, isTrue) => {
        await this.up()
        const kept = this.isCareless && sentence === 2 ? this.memory : this.disk
        kept.set(`${id} ${sentence}`, isTrue)
      },
      submit: () => this.up(),
      read: async ({ id }) => {
        await this.up()
        const places = Array.from({ length: SENTENCES }, (_, at) => `${id} ${at}`)
        return places.map((place) => this.disk.get(place) ?? this.memory.get(place) ?? null)
      },
      page: () => ({ path: '/', cookies: '' }),
    }
  }

  project(labelled = TEXTS.length): RaceProject {
    return {
      annotators: async (count) => Array.from({ length: count }, () => this.annotator()),
      export: async () => Buffer.from(String(labelled)),
      countLabelled: async (file) => Number(file.toString()),
    }
  }

  peer(): Peer {
    return {
      name: 'Tool',
      frontPage: '/',
      signIn: async () => {},
      version: async () => null,
      importTexts: async () => this.project(),
      importLabelled: async () => this.project(),
    }
  }
}

test('labels that were acknowledged and are gone after the kill are counted', async () => {
  const careful = new Tool(false)
  const kept = await killUnderLoad(careful.server, careful.project(), course)
  expect(kept).toMatchObject({ lost: 0, backAfterSeconds: 2 })
  expect(kept.acknowledged).toBeGreaterThan(0)
  const careless = new Tool(true)
  const { acknowledged, lost } = await killUnderLoad(careless.server, careless.project(), course)
  expect(lost).toBeGreaterThan(0)
  // A third of every text that was labelled, and of those cut off.
  expect(lost).toBeLessThanOrEqual(Math.ceil(acknowledged / SENTENCES))
})

test('what fails before the kill is no loss but a failure of the race', async () => {
  const tool = new Tool(false)
  tool.isUp = false
  await expect(killUnderLoad(tool.server, tool.project(), course)).rejects.toThrow('connection refused')
})

test('a round measures every act; an export that lacks a text ends it', async () => {
  const tool = new Tool(false)
  const { round } = await runRound(tool.peer(), tool.project(), course)
  expect(round.next.length).toBe(round.submit.length)
  expect(round.save.length).toBe(round.next.length * SENTENCES)
  expect(round.savesTogether).toBeGreaterThan(0)
  expect(round.importSeconds).not.toBeNull()
  const reader = { ...tool.peer(), readsAtStart: true as const }
  expect((await runRound(reader, tool.project(), course)).round.importSeconds).toBeNull()
  await expect(runRound(tool.peer(), tool.project(39), course)).rejects.toThrow('39 of 40 labelled texts')
})
