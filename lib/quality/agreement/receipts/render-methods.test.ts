import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { citedIn, escapeLatex, latexText, type Paragraph, plainText } from './methods-text'

describe('escapeLatex', () => {
  it('prints every character that has a meaning of its own', () => {
    expect(escapeLatex('100% of A&B_c #1 $2 {x} \\input{y} ~ ^ < > |')).toBe(
      '100\\% of A\\&B\\_c \\#1 \\$2 \\{x\\} \\textbackslash{}input\\{y\\} \\textasciitilde{} \\textasciicircum{} \\textless{} \\textgreater{} \\textbar{}',
    )
    expect(escapeLatex('“Krippendorff’s” −0.05')).toBe("``Krippendorff's'' $-$0.05")
    expect(escapeLatex('a\n\n\\end{document}\n%b')).toBe('a \\textbackslash{}end\\{document\\} \\%b')
  })

  it('leaves nothing of any text that LaTeX would take for a command, a comment or a group', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 30 }), (text) => {
        const known =
          /\\(textbackslash|textasciitilde|textasciicircum|textless|textgreater|textbar|textquotedbl|ldots)\{\}|\\[%&_#${}]|\$-\$|\{\}/g
        expect(escapeLatex(text).replace(known, '').replaceAll('~', '')).not.toMatch(/[\\%&#$_{}^\n\r]/)
      }),
    )
  })
})

describe('the two forms', () => {
  const paragraphs: Paragraph[] = [
    [
      'Percent agreement is 91.3%',
      { cite: ['fleiss1971'] },
      '; alpha',
      { cite: ['krippendorff2011', 'fleiss1971'] },
      '.',
    ],
    ['Second.'],
  ]
  it('cite the same, and have an entry for everything cited once', () => {
    expect(plainText(paragraphs)).toBe(
      'Percent agreement is 91.3% (Fleiss 1971); alpha (Krippendorff 2011; Fleiss 1971).\n\nSecond.\n',
    )
    expect(latexText(paragraphs)).toBe(
      'Percent agreement is 91.3\\%~\\citep{fleiss1971}; alpha~\\citep{krippendorff2011,fleiss1971}.\n\nSecond.\n',
    )
    expect(citedIn(paragraphs).match(/^@\w+\{\w+,/gm)).toEqual([
      '@article{fleiss1971,',
      '@techreport{krippendorff2011,',
    ])
  })
})
