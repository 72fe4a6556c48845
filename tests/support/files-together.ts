import { tarChunks, textFile } from '@/lib/platform/foreign/records/tar-chunks'

/** Files that are uploaded together, as the one that is sent. */
export async function filesTogether(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of tarChunks(Object.entries(files).map(([name, text]) => textFile(name, text))))
    parts.push(part)
  return Buffer.concat(parts)
}
