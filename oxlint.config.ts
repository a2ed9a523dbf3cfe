import { defineConfig } from 'oxlint'

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { typeAware: true },
  // The arrows between the folders are ours: see test/rules/import-arrows.ts.
  jsPlugins: ['./test/rules/lint-plugin.ts'],
  rules: {
    'fitout/import-arrows': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'no-else-return': 'error',
    'no-console': 'error',
    'max-depth': ['error', 3],
    'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    'max-params': ['error', 3],
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    // Requests to one API server, and programs that start one after the other, are sequential on purpose.
    'no-await-in-loop': 'off',
    // Objects are readonly here: a changed copy is the way to change one.
    'oxc/no-map-spread': 'off',
    // Tests are tables, so a title is often the name of a row.
    'vitest/valid-title': ['error', { ignoreTypeOfTestName: true, ignoreTypeOfDescribeName: true }],
    // What was said is the best explanation of a wrong exit code.
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    // The lab waits with `until`, which fails when the thing does not come true.
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'until'] }],
    // A parameter that only keeps its place is called _, or begins with it.
    'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
  },
  overrides: [
    {
      files: ['src/domain/**'],
      rules: {
        'fitout/no-hidden-clock': 'error',
        'no-restricted-properties': [
          'error',
          { object: 'Date', property: 'now', message: 'Take the time as a parameter.' },
          { object: 'Math', property: 'random', message: 'Take randomness as a parameter.' },
        ],
      },
    },
    {
      // Environment and exit code are read and written in one place per program.
      files: ['src/**', 'console/**'],
      excludeFiles: ['**/main.ts', '**/*.test.ts'],
      rules: {
        'no-restricted-globals': ['error', { name: 'process', message: 'Only main.ts knows the process.' }],
      },
    },
    {
      // These read what programs of pinned versions write: a shape that changed shall fail the test, and does.
      files: ['lab/**', 'test/**', 'bench/**', 'release/**'],
      rules: { 'typescript/no-unsafe-type-assertion': 'off' },
    },
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
  ],
})
