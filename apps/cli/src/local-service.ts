/** What finds the service of this machine and asks it, loaded together when it is needed. */
export { operatorToken, processTable, readInstance, repositoryOf } from '@the-loop/service';
