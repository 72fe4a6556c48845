import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** The texts of the files in an archive whose names are wanted, in its order. */
export async function filesInZip(archive: Buffer, isWanted: (name: string) => boolean = () => true): Promise<string[]> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.fromBuffer(archive, { lazyEntries: true }, (error, opened) => (opened ? resolve(opened) : reject(error))),
  )
  const texts: string[] = []
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(texts))
    zip.on('entry', (entry: yauzl.Entry) => {
      if (!isWanted(entry.fileName)) return zip.readEntry()
      return zip.openReadStream(entry, (error, stream) => {
        if (!stream) return reject(error)
        buffer(stream).then((bytes) => {
          texts.push(bytes.toString('utf8'))
          zip.readEntry()
        }, reject)
      })
    })
    zip.readEntry()
  })
}
