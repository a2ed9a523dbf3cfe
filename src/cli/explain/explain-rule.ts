import type { LintCode } from '../../domain/lint/lint-codes.ts'
import { rulePage, ruleSummaries } from '../../domain/lint/rule-page.ts'
import { jsonDocument } from '../io/json-document.ts'

type Output = 'text' | 'json'

/** The page of a rule of lint: what it finds, why, and an example of each side. */
export function explainRule(code: LintCode, output: Output): string {
  const page = rulePage(code)
  if (output === 'text') return page
  const { severity, title, canBeFixed } = ruleSummaries().find(one => one.code === code) ?? {}
  return jsonDocument('LintRule', { code, severity, title, canBeFixed: canBeFixed?.(), page })
}

/** Lists the rules of lint. */
export function listRules(output: Output): string {
  const rules = ruleSummaries()
  if (output === 'json') {
    const shown = rules.map(rule => ({ ...rule, canBeFixed: rule.canBeFixed() }))
    return jsonDocument('LintRuleList', { rules: shown })
  }
  const width = Math.max(...rules.map(({ code }) => code.length))
  return rules
    .map(({ code, severity, title }) => `${code.padEnd(width)}  ${severity.padEnd(7)}  ${title}\n`)
    .join('')
}
