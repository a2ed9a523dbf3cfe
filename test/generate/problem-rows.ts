import type { ApiProblemCode } from '../../src/domain/validation/api-problem.ts'

/** What the reference says about a problem. */
export interface ProblemRow {
  readonly meaning: string
  /** Who refuses it. What only Fitout can tell, the API server lets pass. */
  readonly by: 'API server' | 'Fitout' | 'either'
}

/** One row for each problem, so that a new one does not compile before it is explained. */
export const problemRows: Readonly<Record<ApiProblemCode, ProblemRow>> = {
  REQUIRED: { meaning: 'A field is missing', by: 'API server' },
  WRONG_TYPE: { meaning: 'A field has a value of the wrong type', by: 'API server' },
  OUT_OF_BOUNDS: {
    meaning: 'A text, list, map or number is too short, too long, too small or too large',
    by: 'API server',
  },
  NOT_ONE_OF: { meaning: 'A field does not have one of the allowed values', by: 'API server' },
  BAD_FORM: { meaning: 'A text does not have the form of its field', by: 'API server' },
  UNKNOWN_FIELD: {
    meaning: 'A field that the API does not have: the API server drops it, kubectl warns, Fitout ignores it',
    by: 'Fitout',
  },
  EMPTY_SELECTOR: { meaning: '`clusterSelector` is empty', by: 'API server' },
  BAD_SELECTOR: {
    meaning:
      'A selector has an invalid label, or values that its operator does not allow, or lacks values that it requires',
    by: 'either',
  },
  DUPLICATE_STEP: { meaning: 'Two steps have the same name', by: 'API server' },
  SELF_DEPENDENCY: { meaning: 'A step names itself in `dependsOn`', by: 'API server' },
  UNKNOWN_DEPENDENCY: { meaning: '`dependsOn` names no step of this Fitout', by: 'API server' },
  CYCLE: { meaning: 'Steps depend on each other; the message has the whole cycle', by: 'Fitout' },
  BAD_GATE: { meaning: 'A gate is not a valid label', by: 'API server' },
  RESERVED_GATE: {
    meaning: 'A gate is in a domain of Kubernetes or Cluster API, or in one that Fitout uses itself',
    by: 'API server',
  },
  DUPLICATE_GATE: { meaning: 'Two steps have the same gate', by: 'API server' },
  GATE_IN_SELECTOR: {
    meaning:
      'A gate is a label by which a Fitout selects clusters. If it is another Fitout, only Fitout detects it',
    by: 'API server',
  },
  BAD_NAME: {
    meaning: 'A name, with its variables substituted, is not a valid object name',
    by: 'API server',
  },
  BAD_TEMPLATE: { meaning: 'The variables of a name cannot be read', by: 'Fitout' },
  UNKNOWN_VARIABLE: { meaning: 'A variable that is not allowed in a name', by: 'Fitout' },
  RESERVED_SECRET: {
    meaning:
      'A hand-over reads a Secret in which Cluster API keeps keys or credentials. Checked again after the variables are substituted',
    by: 'API server',
  },
  BAD_PATH: {
    meaning: '`path` has an empty name, or a backslash that does not precede a dot or a backslash',
    by: 'Fitout',
  },
  BAD_DEFAULT: { meaning: 'A default does not have the format that values must have', by: 'Fitout' },
  BAD_KEY: { meaning: 'A name cannot be a key of a Secret', by: 'API server' },
  DUPLICATE_KEY: { meaning: 'Two values have the same key in the target Secret', by: 'Fitout' },
  NOTHING_PROVEN: { meaning: 'A proof has neither a preset nor an object', by: 'API server' },
  WITH_WITHOUT_PRESET: { meaning: '`with` is given without a preset', by: 'API server' },
  NAME_OR_SELECTOR: {
    meaning: 'An object of a proof has both name and selector, or neither',
    by: 'API server',
  },
  COUNT_WITHOUT_SELECTOR: { meaning: '`count` is given together with a name', by: 'API server' },
  NAMESPACE_ON_MANAGEMENT: {
    meaning: 'An object on the management cluster has a namespace: it is always that of the Cluster',
    by: 'API server',
  },
  BAD_EXPRESSION: { meaning: 'CEL that cannot be read', by: 'Fitout' },
  BAD_DURATION: { meaning: 'A duration that cannot be read, or is too short or too long', by: 'API server' },
  BAD_VERSION: { meaning: 'A version that cannot be read', by: 'Fitout' },
  UNKNOWN_SETTING: { meaning: '`with` names a setting that the preset does not have', by: 'Fitout' },
  SETTING_REQUIRED: { meaning: '`with` lacks a setting that the preset requires', by: 'Fitout' },
  BAD_NAMESPACE: {
    meaning: 'An object of a proof lacks a namespace, or has one that is not allowed',
    by: 'Fitout',
  },
}
