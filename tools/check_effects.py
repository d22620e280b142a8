#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that nothing that libc exports is forgotten.

usage: check_effects.py LIBC EXPORTS_MAP

Every function of LIBC is one that heddle stands in for (EXPORTS_MAP), or is listed here as one
without effects that another thread could tell: it computes, it works on memory that it is given, or
it concerns the calling thread alone.  A function of a newer libc that is neither has to be looked
at, and put into src/runtime/effects/list.h or here.
"""

import fnmatch
import re
import subprocess
import sys

# Patterns, by what they have in common.
WITHOUT_EFFECT = {
    "characters, text and memory": """
        str* mem* wcs* wmem* wcp* stp* is* to[luw]* tolower* toupper* toascii bcmp bcopy bzero b*_l index rindex ffs*
        explicit_bzero swab rawmemchr argz_* envz_* basename dirname a64l ato* strto* bsearch lfind lsearch qsort*
        mb* wc* btowc c16rtomb c32rtomb c8rtomb ctime_r asctime_r gmtime_r timegm difftime dysize
        sn*printf sprintf sscanf sw* vs* as*printf vasprintf asprintf fnmatch regcomp regexec regerror regfree re_* step
        advance getline_* parse_printf_format printf_size* fcvt_r ecvt_r gcvt qgcvt qecvt_r qfcvt_r rpmatch
        htonl htons ntohl ntohs inet* ns_* dn_* abs labs llabs imaxabs div ldiv lldiv imaxdiv copysign* finite* frexp*
        ldexp* modf* scalbn* iconv_open catgets catclose gnu_* hasmntopt glob_pattern_p globfree* wordfree
        insque remque tsearch tfind tdelete twalk* tdestroy hsearch_r hcreate_r hdestroy_r obstack_* xdr*
        xencrypt xdecrypt
        des_setparity cbc_crypt ecb_crypt passwd2des argp_* *_l memfrob strfry fopencookie fmemopen open_*memstream
        dirfd freeaddrinfo freeifaddrs gai_strerror hstrerror newlocale duplocale freelocale uselocale
        if_freenameindex getauxval sigabbrev_np sigdescr_np strsignal confstr versionsort* alphasort*""",
    "threads, clocks, contexts": """
        pthread_* thrd_* mtx_* cnd_* tss_* call_once sem_* sched_* clock_* gettid getcpu getcontext setcontext makecontext
        swapcontext setjmp longjmp siglongjmp backtrace* sig*set sigset sigandset sigorset sigisemptyset sigismember
        sighold sigrelse sigblock sigsetmask siggetmask sigpause sigreturn sigstack timespec_getres times ftime
        posix_spawn_file* posix_spawnattr* sysconf getpagesize get_*procs* get_*pages getloadavg sysinfo uname gethostname
        getdomainname gethostid getdtablesize getrusage pkey_get pkey_set""",
    "heap": "malloc* calloc realloc* free cfree mallinfo* mallopt mcheck* mprobe mtrace muntrace tr_break",
    "ends, and what never returns": "exec* fexecve err errx verr verrx abort daemon svc_exit",
    "the loader": "dl_iterate_phdr dlsym dlvsym dladdr* dlerror dlinfo",
    "files of users and hosts, with a buffer of the caller's": "getspnam_r getsgnam_r sget* get*by*_r innetgr getlogin_r getpw",
    "for superusers, or for other systems": """
        acct adjtime* bdflush capget capset chflags fchflags create_module delete_module init_module query_module fattach
        fdetach get_kernel_syms getmsg getpmsg putmsg putpmsg gtty stty ioperm iopl isastream klogctl modify_ldt mount*
        move_mount fsconfig fsmount fsopen fspick open_tree nfsservctl ntp_* pivot_root profil sprofil monstartup moncontrol
        mcount quotactl reboot revoke setdomainname sethostid sethostname setlogin settimeofday stime swapoff swapon sstk
        sysctl uselib ustat vhangup vlimit vtimes name_to_handle_at open_by_handle_at process_mrelease ptrace arch_prctl
        setfsuid setfsgid clone vm86 login logout logwtmp updwtmp* getutmp* utmpxname lckpwdf ulckpwdf""",
    "remote procedure calls, which take files of their own": """
        auth* clnt* callrpc svc* pmap_* rtime rexec* rcmd* rresvport* ruser* iruserok* registerrpc key_* host2netname
        netname2* user2netname getnetname getpublickey getsecretkey get_myaddress getrpcport xprt_* bindresvport res_*
        getifaddrs if_* addseverity cfget* cfset* cfmakeraw fts*_set aio_init getsourcefilter setsourcefilter getipv4sourcefilter setipv4sourcefilter ether_hostton ether_line
        ether_ntohost ether_*_r gai_* getgrouplist group_member""",
    "not for programs": "_* *_mcount h_errno",
}


def functions_of(library):
    for line in subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True,
                               text=True).stdout.splitlines():
        kind, name = line.split()[-2:]
        if kind in "TWi":
            yield name.split("@")[0]


def main(library, exports_map):
    with open(exports_map, encoding="utf-8") as file:
        exported = set(re.findall(r"^    ([^\s;]+);", file.read(), re.MULTILINE))
    patterns = [pattern for group in WITHOUT_EFFECT.values() for pattern in group.split()]
    forgotten = sorted({name for name in functions_of(library)
                        if name not in exported
                        and not any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)})
    for name in forgotten:
        print(f"{library} has {name}, which is neither in effects/list.h nor known to have no effect", file=sys.stderr)
    return 1 if forgotten else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
