/**
 * What each coefficient is, said once for the page, the API, the command line, receipts and the methods text.
 */
import type { CoefficientKey } from './contract'
import type { PairCoefficientKey } from './detail/contract'

export interface Coefficient {
  title: string
  /** One sentence for somebody who has not met it. */
  sentence: string
  /** Its formula in words of the field. */
  formula: string
  /** Where it comes from. */
  citation: string
}

export const COEFFICIENTS: Record<CoefficientKey | PairCoefficientKey, Coefficient> = {
  percent: {
    title: 'Percent agreement',
    sentence: 'How often two people who rated the same unit gave it the same value; chance is not taken out.',
    formula: 'mean over units of agreeing pairs of ratings / all pairs of ratings',
    citation: 'Fleiss 1971, Psychological Bulletin 76:378 (P-bar)',
  },
  unanimous: {
    title: 'Unanimous units',
    sentence: 'On how many units all who rated it gave the same value.',
    formula: 'units on which all ratings are the same / units with two ratings or more',
    citation: 'share of units',
  },
  alpha: {
    title: 'Krippendorff’s alpha',
    sentence: 'Agreement beyond what the values’ shares alone would give, over all annotators and with gaps.',
    formula: '1 - observed disagreement / expected disagreement',
    citation: 'Krippendorff 2011, Computing Krippendorff’s Alpha-Reliability',
  },
  alphaWeighted: {
    title: 'Alpha, weighted',
    sentence:
      'Krippendorff’s alpha in which some differences count for more than others, by the measure’s own table; never compare it with the plain one.',
    formula: '1 - observed disagreement / expected disagreement, with the distances of the table',
    citation: 'Krippendorff 2011, Computing Krippendorff’s Alpha-Reliability',
  },
  fleiss: {
    title: 'Fleiss’ kappa',
    sentence: 'Agreement beyond chance where every unit was rated by the same number of people.',
    formula: '(P-bar - Pe) / (1 - Pe), Pe from the pooled shares of values',
    citation: 'Fleiss 1971, Psychological Bulletin 76:378',
  },
  meanCohen: {
    title: 'Mean of Cohen’s kappas',
    sentence: 'The mean of Cohen’s kappa over every two annotators with common units, each pair counting the same.',
    formula: 'mean over pairs of annotators of (po - pe) / (1 - pe)',
    citation: 'Light 1971, Psychological Bulletin 76:365',
  },
  meanCohenLinear: {
    title: 'Mean of Cohen’s kappas, linear weights',
    sentence:
      'The same with near misses forgiven: a difference counts by how many values lie between. Never compare it with the plain one.',
    formula: 'mean over pairs of annotators of (po - pe) / (1 - pe), agreement weighted by 1 - |i - j| / (q - 1)',
    citation: 'Cohen 1968, Psychological Bulletin 70:213; Light 1971, Psychological Bulletin 76:365',
  },
  meanCohenQuadratic: {
    title: 'Mean of Cohen’s kappas, quadratic weights',
    sentence: 'The same with near misses forgiven still more: a difference counts by its square.',
    formula: 'mean over pairs of annotators of (po - pe) / (1 - pe), agreement weighted by 1 - (i - j)^2 / (q - 1)^2',
    citation: 'Cohen 1968, Psychological Bulletin 70:213; Light 1971, Psychological Bulletin 76:365',
  },
  conger: {
    title: 'Conger’s kappa',
    sentence:
      'Cohen’s kappa for three annotators or more who rated every unit: chance comes from each one’s own shares of values.',
    formula: '(P-bar - pe) / (1 - pe), pe the mean over pairs of annotators of sum of p_ak p_bk',
    citation: 'Conger 1980, Psychological Bulletin 88:322',
  },
  icc: {
    title: 'Intraclass correlation, ICC(1)',
    sentence: 'Of numbers: how much of their variance lies between units, whoever rated them, and with gaps.',
    formula: '(MSB - MSW) / (MSB + (m0 - 1) MSW), one-way analysis of variance, single ratings',
    citation:
      'Shrout & Fleiss 1979, Psychological Bulletin 86:420; Donner 1986, International Statistical Review 54:67',
  },
  iccAgreement: {
    title: 'Intraclass correlation, ICC(2,1)',
    sentence:
      'Of numbers where every annotator rated every unit: absolute agreement, with the annotators’ different levels counted as disagreement.',
    formula: '(MSR - MSE) / (MSR + (k - 1) MSE + k (MSC - MSE) / n), two-way analysis of variance, single ratings',
    citation: 'McGraw & Wong 1996, Psychological Methods 1:30',
  },
  cohenLinear: {
    title: 'Cohen’s kappa, linear weights',
    sentence: 'Cohen’s kappa with near misses forgiven: a difference counts by how many values lie between.',
    formula: '(po - pe) / (1 - pe), agreement weighted by 1 - |i - j| / (q - 1)',
    citation: 'Cohen 1968, Psychological Bulletin 70:213',
  },
  cohenQuadratic: {
    title: 'Cohen’s kappa, quadratic weights',
    sentence: 'Cohen’s kappa with near misses forgiven still more: a difference counts by its square.',
    formula: '(po - pe) / (1 - pe), agreement weighted by 1 - (i - j)^2 / (q - 1)^2',
    citation: 'Cohen 1968, Psychological Bulletin 70:213',
  },
  cohenDistances: {
    title: 'Cohen’s kappa, own distances',
    sentence: 'Cohen’s kappa in which differences count by the measure’s own table.',
    formula: '(po - pe) / (1 - pe), agreement weighted by 1 - distance / greatest distance',
    citation: 'Cohen 1968, Psychological Bulletin 70:213',
  },
  ac1: {
    title: 'Gwet’s AC1',
    sentence: 'Agreement beyond chance, with a chance that hardly grows when one value prevails.',
    formula:
      '(pa - pe) / (1 - pe), pe = sum of p(1 - p) / (q - 1), p the mean share of a value over all rated units (of a pair, those that both rated)',
    citation: 'Gwet 2008, British Journal of Mathematical and Statistical Psychology 61:29',
  },
  brennanPrediger: {
    title: 'Brennan–Prediger (PABAK)',
    sentence: 'Agreement beyond chance if every value were equally likely; with two values this is PABAK.',
    formula: '(pa - 1/q) / (1 - 1/q)',
    citation: 'Brennan & Prediger 1981, Educational and Psychological Measurement 41:687',
  },
  cohen: {
    title: 'Cohen’s kappa',
    sentence: 'Agreement of two annotators beyond what each one’s own shares of values would give by chance.',
    formula: '(po - pe) / (1 - pe), pe from each annotator’s own shares',
    citation: 'Cohen 1960, Educational and Psychological Measurement 20:37',
  },
  scott: {
    title: 'Scott’s pi',
    sentence: 'Agreement of two annotators beyond what the shares of both together would give by chance.',
    formula: '(po - pe) / (1 - pe), pe from the shares of both together',
    citation: 'Scott 1955, Public Opinion Quarterly 19:321',
  },
  prevalenceIndex: {
    title: 'Prevalence index',
    sentence: 'How much one of the two values outweighs the other where the annotators agree; near 0 they balance.',
    formula: '|a - d| / n, a and d the units on which both gave the first or both the second value',
    citation: 'Byrt, Bishop & Carlin 1993, Journal of Clinical Epidemiology 46:423',
  },
  biasIndex: {
    title: 'Bias index',
    sentence: 'How far the two annotators differ in how often they give each value; at 0 both give it equally often.',
    formula: '|b - c| / n, b and c the units on which they differ in one direction and in the other',
    citation: 'Byrt, Bishop & Carlin 1993, Journal of Clinical Epidemiology 46:423',
  },
}
