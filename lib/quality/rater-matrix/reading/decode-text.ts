import { MatrixProblem } from './matrix-problem'

const SAVE_AS_TEXT = 'Save it as CSV or JSON in UTF-8.'

/** The text of a file, without its byte order mark and with line feeds only. @throws MatrixProblem for what is no UTF-8 text. */
export function decodeText(bytes: Uint8Array): string {
  refuseOtherKinds(bytes)
  const text = utf8(bytes).replace(/\r\n?/g, '\n')
  const nul = text.indexOf('\0')
  if (nul >= 0) throw new MatrixProblem('A NUL character stands here.', SAVE_AS_TEXT, { line: lineAt(text, nul) })
  if (text.trim() === '') {
    throw new MatrixProblem('The file is empty.', 'It needs a heading and a row for each unit, or JSON.')
  }
  return text
}

function refuseOtherKinds(bytes: Uint8Array): void {
  const starts = (...first: number[]) => first.every((byte, index) => bytes[index] === byte)
  if (starts(0xff, 0xfe) || starts(0xfe, 0xff)) throw new MatrixProblem('The file is UTF-16.', 'Save it in UTF-8.')
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new MatrixProblem('The file is a workbook or an archive.', 'Export the sheet as CSV in UTF-8.')
  }
  if (starts(0x1f, 0x8b) || starts(0x25, 0x50, 0x44, 0x46) || starts(0x89, 0x50, 0x4e, 0x47)) {
    throw new MatrixProblem('The file is no text.', SAVE_AS_TEXT)
  }
}

/** Invalid bytes become replacement characters, which tell the line. */
function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const loose = new TextDecoder('utf-8').decode(bytes)
    throw new MatrixProblem('The file is not UTF-8.', 'Save it in UTF-8.', { line: lineAt(loose, loose.indexOf('�')) })
  }
}

/** The line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}
