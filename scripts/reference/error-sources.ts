import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A code, and what the sources say about it; empty where they say nothing. */
export interface ErrorCode {
  readonly code: string;
  readonly comment: string;
  readonly message: string;
  readonly remedy: string;
}

/** The codes in the unions `…ErrorCode` of a package's `src/errors.ts`, each with its first message and remedy in the sources. */
export function errorCodesOf(sourceFolder: string): ErrorCode[] {
  const said = new Map<string, { message: string; remedy: string }>();
  for (const file of sourcesIn(sourceFolder)) visit(parse(file), said);
  return declaredIn(parse(path.join(sourceFolder, 'errors.ts'))).map(({ code, comment }) => ({
    code,
    comment,
    message: said.get(code)?.message ?? '',
    remedy: said.get(code)?.remedy ?? '',
  }));
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => path.join(folder, name));
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true);
}

function declaredIn(source: ts.SourceFile): { code: string; comment: string }[] {
  return source.statements.filter(ts.isTypeAliasDeclaration).flatMap(({ name, type }) => {
    if (!name.text.endsWith('ErrorCode')) return [];
    const members = ts.isUnionTypeNode(type) ? type.types : [type];
    return members.flatMap((member) =>
      ts.isLiteralTypeNode(member) && ts.isStringLiteral(member.literal)
        ? [{ code: member.literal.text, comment: commentBefore(source, member) }]
        : [],
    );
  });
}

/** The comment of a member stands before its `|`. */
function commentBefore(source: ts.SourceFile, member: ts.Node): string {
  const gap = source.text.slice(0, member.getStart(source)).trimEnd().replace(/\|$/, '').trimEnd();
  const [, text = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/$/.exec(gap.slice(gap.lastIndexOf('/**'))) ?? [];
  return text.replaceAll(/^[ \t]*\*/gm, '').trim();
}

function visit(node: ts.Node, said: Map<string, { message: string; remedy: string }>): void {
  const found = ts.isObjectLiteralExpression(node) ? fromObject(node) : fromCall(node);
  if (found !== null && !said.has(found.code)) said.set(found.code, found);
  node.forEachChild((child) => visit(child, said));
}

function fromCall(node: ts.Node): { code: string; message: string; remedy: string } | null {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return null;
  const [code, message, options] = node.arguments ?? [];
  if (code === undefined || !ts.isStringLiteral(code) || !/^[A-Z]+(?:_[A-Z]+)+$/.test(code.text)) return null;
  const remedy = options !== undefined && ts.isObjectLiteralExpression(options) ? propertyOf(options, 'remedy') : '';
  return { code: code.text, message: textOf(message), remedy };
}

function fromObject(node: ts.ObjectLiteralExpression): { code: string; message: string; remedy: string } | null {
  const code = propertyOf(node, 'code');
  return code === '' ? null : { code, message: propertyOf(node, 'message'), remedy: propertyOf(node, 'remedy') };
}

function propertyOf(node: ts.ObjectLiteralExpression, name: string): string {
  for (const property of node.properties)
    if (ts.isPropertyAssignment(property) && property.name.getText() === name) return textOf(property.initializer);
  return '';
}

/** What a text expression says, with `…` for what is filled in; empty for anything else. */
function textOf(node: ts.Expression | undefined): string {
  if (node === undefined) return '';
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}
