# SPDX-License-Identifier: MIT
from spack.package import *


class Uneven(MakefilePackage):
    """Puts parallel work on processors of unequal speed: programs that measure the processors, plan shares of the
    work, and run the plan with MPI."""

    license("MIT")

    # Of a source tree, in its top folder: spack dev-build uneven@0.1.0
    version("0.1.0")

    variant("simgrid", default=False, description="Build simulate-run's program")

    depends_on("cxx", type="build")
    depends_on("gmake", type="build")
    depends_on("cli11@2:", type="build")
    depends_on("nlohmann-json@3.11:", type="build")
    depends_on("boost", type="build")
    depends_on("mpi")
    depends_on("openblas threads=none")
    depends_on("hwloc@2:")
    depends_on("utf8proc")
    depends_on("xxhash")
    depends_on("zlib-api")
    depends_on("zstd")
    depends_on("hdf5@1.10:1.14")
    depends_on("simgrid", when="+simgrid")

    conflicts("%gcc@:11", msg="uneven is written in C++20")

    # Spack's compilers know the folders of what it depends on. MeCab, which Spack does not have, is left out.
    def words(self, target):
        simgrid = self.spec["simgrid"].prefix.include if self.spec.satisfies("+simgrid") else "/none"
        return [target, f"PREFIX={self.prefix}", f"MPICXX={self.spec['mpi'].mpicxx}", f"SIMGRID={simgrid}"]

    @property
    def build_targets(self):
        return self.words("build")

    @property
    def install_targets(self):
        return self.words("install")
