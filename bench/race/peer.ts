/** What the race asks of every tool that takes part in it: the same work, through the interface that its own pages use. */

/** Sentences of a text; each of them is to be called true or false. */
export const SENTENCES = 3

/** A text to be labelled. */
export interface Text {
  /** Its name in the peer, where the peer keeps one. */
  key: string
  sentences: readonly string[]
}

/** A text as an annotator has it before them. */
export interface Item {
  /** As the peer names it. */
  id: string
  /** What there is to read. */
  text: string
}

/** An annotator who is signed in. */
export interface Annotator {
  /** The next item with everything that its page shows; null where nothing is left. */
  next(): Promise<Item | null>
  /** One sentence's label; resolves once the peer says that it has it. Says it anew where there is one already. */
  save(item: Item, sentence: number, isTrue: boolean): Promise<void>
  /** The item is done, and `next` gives another. */
  submit(item: Item): Promise<void>
  /** This annotator's labels of an item, as the peer has them now; null where there is none. */
  read(item: Item): Promise<(boolean | null)[]>
  /** Where a browser shows the item, and the cookies that sign it in there. */
  page(item: Item): { path: string; cookies: string }
}

/** A project of the peer, full of texts. */
export interface RaceProject {
  /** The first so many annotators, with work in the project; the same people each time. */
  annotators(count: number): Promise<Annotator[]>
  /** The file with the labels. */
  export(): Promise<Buffer>
  /** How many labelled texts such a file has. */
  countLabelled(file: Buffer): Promise<number>
}

export interface Peer {
  name: string
  /** The page that somebody sees first. */
  frontPage: string
  /** True where texts are read from files when the peer starts; `importTexts` then gives the project of these. */
  readsAtStart?: true
  /** What must lie in the peer's folder before it starts. */
  writeFiles?(folder: string, texts: readonly Text[]): void
  /** Signs the project's manager in. */
  signIn(): Promise<void>
  /** What it says of itself; null where its interface does not say. */
  version(): Promise<string | null>
  /** A new project with these texts. */
  importTexts(texts: readonly Text[]): Promise<RaceProject>
  /** A project in which each of these texts is labelled. */
  importLabelled(texts: readonly Text[]): Promise<RaceProject>
}

/** So many different texts of three sentences. */
export function makeTexts(count: number): Text[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `text-${index + 1}`,
    sentences: Array.from(
      { length: SENTENCES },
      (_sentence, at) =>
        `Sentence ${at + 1} of text ${index + 1} states something about rivers, dates and names that can be checked.`,
    ),
  }))
}

export const wholeText = ({ sentences }: Text): string => sentences.join(' ')
