/** Several files of a browser as one. */
import { tarParts } from '@/lib/platform/foreign/records/tar-file'
import { nameTogether } from './file-groups'

/** A file by itself as it is; several as a tar archive, none of whose bytes is read before it is sent. */
export function fileOfFiles(files: readonly [File, ...File[]]): File {
  const [first, ...others] = files
  if (others.length === 0) return first
  const parts = tarParts(files).map((part) => ('bytes' in part ? part.bytes : part.member))
  return new File(parts, nameTogether(files), { lastModified: Math.max(...files.map((file) => file.lastModified)) })
}
