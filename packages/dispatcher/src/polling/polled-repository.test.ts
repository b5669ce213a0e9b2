import { expect, it } from 'vitest';
import { polledRepository, repositoryName } from './polled-repository.ts';

it.each([
  ['Octo/App', { host: 'github.com', owner: 'Octo', repo: 'App' }, 'github.com/octo/app'],
  ['ghe.example.org/octo/app', { host: 'ghe.example.org', owner: 'octo', repo: 'app' }, 'ghe.example.org/octo/app'],
])('reads %s', (text, repository, name) => {
  expect(polledRepository(text)).toEqual(repository);
  expect(repositoryName(repository)).toBe(name);
});
