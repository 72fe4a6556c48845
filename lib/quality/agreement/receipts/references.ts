/** What the methods text cites, as BibTeX. */
const REFERENCES = {
  fleiss1971:
    '@article{fleiss1971,\n  author = {Fleiss, Joseph L.},\n  title = {Measuring nominal scale agreement among many raters},\n  journal = {Psychological Bulletin},\n  volume = {76},\n  number = {5},\n  pages = {378--382},\n  year = {1971}\n}',
  krippendorff2011:
    "@techreport{krippendorff2011,\n  author = {Krippendorff, Klaus},\n  title = {Computing {Krippendorff's} Alpha-Reliability},\n  institution = {University of Pennsylvania},\n  year = {2011}\n}",
  light1971:
    '@article{light1971,\n  author = {Light, Richard J.},\n  title = {Measures of response agreement for qualitative data: Some generalizations and alternatives},\n  journal = {Psychological Bulletin},\n  volume = {76},\n  number = {5},\n  pages = {365--377},\n  year = {1971}\n}',
  gwet2008:
    '@article{gwet2008,\n  author = {Gwet, Kilem Li},\n  title = {Computing inter-rater reliability and its variance in the presence of high agreement},\n  journal = {British Journal of Mathematical and Statistical Psychology},\n  volume = {61},\n  number = {1},\n  pages = {29--48},\n  year = {2008}\n}',
  brennan1981:
    '@article{brennan1981,\n  author = {Brennan, Robert L. and Prediger, Dale J.},\n  title = {Coefficient kappa: Some uses, misuses, and alternatives},\n  journal = {Educational and Psychological Measurement},\n  volume = {41},\n  number = {3},\n  pages = {687--699},\n  year = {1981}\n}',
  davison1997:
    '@book{davison1997,\n  author = {Davison, Anthony C. and Hinkley, David V.},\n  title = {Bootstrap Methods and their Application},\n  publisher = {Cambridge University Press},\n  year = {1997}\n}',
} as const

export type Reference = keyof typeof REFERENCES

/** As they stand in running text. */
export const NAMES: Record<Reference, string> = {
  fleiss1971: 'Fleiss 1971',
  krippendorff2011: 'Krippendorff 2011',
  light1971: 'Light 1971',
  gwet2008: 'Gwet 2008',
  brennan1981: 'Brennan and Prediger 1981',
  davison1997: 'Davison and Hinkley 1997',
}

/** The entries of these, each once, in the order given. */
export const bibtexOf = (cited: readonly Reference[]): string =>
  [...new Set(cited)].map((reference) => REFERENCES[reference]).join('\n\n')
